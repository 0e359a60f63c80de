// What certificates say, without the words of all other fields.
export { certificateText, revocationListText } from '@palisade/site-policy/words';
