import { extensionOf } from '../ground/refused-extensions.ts';

/** The media type of a name by its extension, for files that arrive without one. */
export function mediaTypeOf(name: string): string {
  return BY_EXTENSION[extensionOf(name)]?.[0] ?? 'application/octet-stream';
}

/** The class of file a name suggests, for files that arrive by upload. */
export function fileTypeOf(name: string): string {
  return BY_EXTENSION[extensionOf(name)]?.[1] ?? 'File';
}

const BY_EXTENSION: { readonly [extension: string]: readonly [mediaType: string, fileType: string] } = {
  '.md': ['text/markdown', 'Document'],
  '.txt': ['text/plain', 'Document'],
  '.pdf': ['application/pdf', 'Document'],
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Document'],
  '.csv': ['text/csv', 'Dataset'],
  '.tsv': ['text/tab-separated-values', 'Dataset'],
  '.xlsx': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Dataset'],
  '.json': ['application/json', 'Dataset'],
  '.yaml': ['application/yaml', 'Dataset'],
  '.yml': ['application/yaml', 'Dataset'],
  '.png': ['image/png', 'Image'],
  '.jpg': ['image/jpeg', 'Image'],
  '.jpeg': ['image/jpeg', 'Image'],
  '.tif': ['image/tiff', 'Image'],
  '.tiff': ['image/tiff', 'Image'],
};
