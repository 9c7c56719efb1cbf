/** Characters that change how others are shown, or cannot be seen: control, direction, and joining ones. */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name as it may stand where somebody decides about it: what hides or turns text around is written out (S28). */
export function shown(name: string): string {
  return name.replaceAll(HIDDEN, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
