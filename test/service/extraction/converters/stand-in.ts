/**
 * What stands where the service would have a vision model describe a picture (spec 2.2). It says that it is a stand-in,
 * so that nobody takes it for a description.
 */
export function standIn(name: string, what: string): string {
  return `${BEGINNING} ${what}, named “${name}”.`;
}

/** Whether a text is a stand-in, and nothing that stood in the file. */
export function isStandIn(text: string): boolean {
  return text.startsWith(BEGINNING);
}

const BEGINNING = 'Caption stand-in, no vision model looked at it:';
