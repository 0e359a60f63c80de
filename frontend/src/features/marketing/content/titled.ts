/** A heading and what is said under it. Limits of plans are not among the copy: they come with the plans. */
export interface Titled {
  title: string;
  text: string;
}
