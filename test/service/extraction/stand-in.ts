/**
 * What stands where the service would have a vision model describe a picture (spec 2.2). It says that it is a stand-in,
 * so that nobody takes it for a description.
 */
export function standIn(name: string, what: string): string {
  return `Caption stand-in, no vision model looked at it: ${what}, named “${name}”.`;
}
