/** Characters that change how others are shown, or cannot be seen: control, direction, and joining ones. */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name as it is shown where a person decides about it: what hides or turns text around is written out (S28). */
export function shownName(name: string): string {
  return name.replaceAll(HIDDEN, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Characters that turn the text after them around. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text of others, in which nothing reads in another order than it is written. */
export function withoutTurns(text: string): string {
  return text.replaceAll(TURNING, shownName);
}
