/**
 * Escapes a text for HTML and XML: for content, and for attribute values in single or double quotes. The text is shown as it is
 * and cannot begin an element or end an attribute. Control characters that XML forbids are not removed.
 */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
