// What is printed holds names and words of others. Characters that would move the cursor, hide something or turn the reading
// direction are written as their codes (S28): control characters, also those above 0x7f that terminals act on, format characters
// (bidirectional marks among them), and separators of lines and paragraphs.

/** Lines for people: nothing in them acts on a terminal. The line end stays. */
export function escapeControls(text: string): string {
  if (ORDINARY.test(text)) return text;
  // Preparing this expression takes a tenth of a command's start, so it is done only where it is needed.
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, codeOf);
}

/** What is exact in a file or a pipe, such as a table or a log, as a terminal may have it. Tabs and line ends stay. */
export function visibleInTerminal(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replaceAll(/(?!\r?\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, codeOf);
}

/**
 * A value as JSON that is harmless wherever it is shown, and reads back as the same value: JSON itself escapes only what is below
 * a blank. @param indent so many blanks for each level; none: one line.
 */
export function jsonText(value: object, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  if (ORDINARY.test(text)) return text;
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    // A character beyond the first plane is two units, each with an escape of its own.
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const ORDINARY = /^[\n -~]*$/;

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
