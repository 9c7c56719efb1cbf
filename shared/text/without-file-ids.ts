/** An id of the service. */
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** `[plate 7.csv](file:<id>)`: how a message names a file. An excerpt may begin or end inside of it. */
const FILE_LINK = /\[([^[\]]*)\]\(file:[^()\s]*\)?/gi;
const CUT_HEAD = /^[^\s[(]*?[0-9a-f-]*-[0-9a-f]{12}\)/i;
const CUT_TAIL = /(?:\]\((?:f(?:i(?:l(?:e(?::[0-9a-f-]*)?)?)?)?)?|\(file:[0-9a-f-]*)$/i;

/** A text of a conversation as people read it in a line: files by their names, and no ids. */
export function withoutFileIds(text: string): string {
  return text
    .replaceAll(FILE_LINK, '$1')
    .replace(CUT_HEAD, '')
    .replace(CUT_TAIL, '')
    .replaceAll(new RegExp(`\\(?(?:file:)?\\b${UUID}\\b\\)?`, 'gi'), '')
    .replaceAll(/ {2,}/g, ' ');
}
