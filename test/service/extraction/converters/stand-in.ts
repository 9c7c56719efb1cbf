/**
 * The text in place of the description that a vision model of the service would write of a picture (spec 2.2). It calls
 * itself a stand-in, so that a reader does not take it for a description.
 */
export function standIn(name: string, what: string): string {
  return `${BEGINNING} ${what}, named “${name}”.`;
}

/** Whether a text is a stand-in, and nothing that stood in the file. */
export function isStandIn(text: string): boolean {
  return text.startsWith(BEGINNING);
}

const BEGINNING = 'Caption stand-in, no vision model looked at it:';
