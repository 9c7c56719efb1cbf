import { extensionOf } from '../rules/ground/refused-extensions.ts';

/** The families of formats that have a text rendition, or a stand-in for one (spec 2.2). */
export type Family =
  | 'plain'
  | 'delimited'
  | 'html'
  | 'xml'
  | 'asciidoc'
  | 'latex'
  | 'subtitles'
  | 'mail'
  | 'epub'
  | 'word'
  | 'slides'
  | 'open-document'
  | 'workbook'
  | 'pdf'
  | 'picture';

/** The family a name belongs to; null for what has no text worth extracting. */
export function familyOf(name: string): Family | null {
  return FAMILIES.get(extensionOf(name)) ?? null;
}

const EXTENSIONS: { readonly [family in Family]: readonly string[] } = {
  plain: ['.md', '.markdown', '.txt', '.json', '.yaml', '.yml'],
  delimited: ['.csv', '.tsv'],
  html: ['.html', '.htm', '.xhtml'],
  xml: ['.xml'],
  asciidoc: ['.adoc', '.asciidoc'],
  latex: ['.tex', '.latex'],
  subtitles: ['.vtt'],
  mail: ['.eml'],
  epub: ['.epub'],
  word: ['.docx', '.docm'],
  slides: ['.pptx', '.pptm'],
  'open-document': ['.odt', '.odp'],
  workbook: ['.xlsx', '.xlsm', '.xls', '.ods'],
  pdf: ['.pdf'],
  picture: ['.png', '.jpg', '.jpeg', '.gif', '.webp'],
};

const FAMILIES: ReadonlyMap<string, Family> = new Map(
  (Object.keys(EXTENSIONS) as Family[]).flatMap(family =>
    EXTENSIONS[family].map((extension): [string, Family] => [extension, family]),
  ),
);
