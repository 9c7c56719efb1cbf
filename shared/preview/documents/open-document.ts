import { archiveTexts } from '../../features/preview/files-text.ts';
import { slideTexts } from '../../features/preview/documents-text.ts';
import type { Archive } from '../office/archive.ts';
import type { DocumentRun, DocumentSummary } from '../office/document.ts';
import { scanXml, type XmlListener } from '../office/xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';
import { Blocks } from './blocks.ts';

type Style = Pick<DocumentRun, 'isBold' | 'isItalic' | 'place'>;
type Attribute = (name: string) => string | null;

const PLAIN: Style = { isBold: false, isItalic: false, place: 'line' };
const CONTENT = 'content.xml';
/** A file can say that a cell is repeated a million times; empty ones behind the last text are. */
const MOST_REPEATED = 64;

/** Reads a text or slides of the OpenDocument format (LibreOffice): what they say, not how they look. @throws UnreadableError */
export function readOpenDocument(archive: Archive): DocumentSummary {
  if (!archive.has(CONTENT)) throw new UnreadableError(archiveTexts.otherKind);
  const text = archive.text(CONTENT);
  const styles = stylesOf(text);
  return Blocks.of(blocks => scanXml(text, new OpenDocumentReader(blocks, styles)));
}

/** How the text of each named style looks. */
function stylesOf(text: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  let name = '';
  scanXml(text, {
    open: (element, attribute) => {
      if (element === 'style') name = attribute('style:name') ?? '';
      if (element !== 'text-properties' || name === '') return;
      const place = attribute('style:text-position') ?? '';
      styles.set(name, {
        isBold: attribute('fo:font-weight') === 'bold',
        isItalic: attribute('fo:font-style') === 'italic',
        place: /^(?:super|[1-9])/.test(place) ? 'super' : /^(?:sub|-)/.test(place) ? 'sub' : 'line',
      });
    },
  });
  return styles;
}

/** Hears the content from beginning to end. Text that was taken out is passed by. */
class OpenDocumentReader implements XmlListener {
  readonly #blocks: Blocks;
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #look: Style[] = [PLAIN];
  #lists = 0;
  #paragraphs = 0;
  #passed = 0;
  #slides = 0;
  #cell = { across: 1, repeated: 1 };
  #heading = 1;
  #isBody = false;

  constructor(blocks: Blocks, styles: ReadonlyMap<string, Style>) {
    this.#blocks = blocks;
    this.#styles = styles;
  }

  open(name: string, attribute: Attribute): void {
    if (name === 'body') this.#isBody = true;
    if (this.#passed > 0 || name === 'tracked-changes' || name === 'annotation') {
      this.#passed += 1;
      return;
    }
    if (name === 'p' || name === 'h') this.#beginParagraph(name, attribute);
    else if (name === 'span') this.#look.push(this.#styles.get(attribute('text:style-name') ?? '') ?? PLAIN);
    else if (name === 'list') this.#lists += 1;
    else if (name === 's') this.#say(' '.repeat(Math.min(1000, Number(attribute('text:c') ?? 1) || 1)));
    else if (name === 'tab') this.#say('\t');
    else if (name === 'line-break') this.#say('\n');
    else this.#openOther(name, attribute);
  }

  #openOther(name: string, attribute: Attribute): void {
    if (name === 'table') this.#blocks.beginTable();
    else if (name === 'table-row') this.#blocks.beginRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#beginCell(attribute);
    else if (name === 'page') this.#beginSlide();
    else if (name === 'notes') this.#beginNotes();
  }

  #beginParagraph(name: string, attribute: Attribute): void {
    this.#paragraphs += 1;
    this.#look.push(this.#styles.get(attribute('text:style-name') ?? '') ?? PLAIN);
    if (name === 'h') this.#heading = Number(attribute('text:outline-level') ?? 1) || 1;
  }

  #beginCell(attribute: Attribute): void {
    this.#cell = {
      across: Number(attribute('table:number-columns-spanned') ?? 1) || 1,
      repeated: Math.min(MOST_REPEATED, Number(attribute('table:number-columns-repeated') ?? 1) || 1),
    };
  }

  #beginSlide(): void {
    this.#slides += 1;
    this.#blocks.say(slideTexts.slide(this.#slides, ''));
    this.#blocks.end({ heading: 2 });
  }

  #beginNotes(): void {
    this.#blocks.say(slideTexts.notes);
    this.#blocks.end({ heading: 3 });
  }

  close(name: string): void {
    if (this.#passed > 0) {
      this.#passed -= 1;
      return;
    }
    if (name === 'p' || name === 'h') this.#endParagraph(name);
    else if (name === 'span') this.#look.pop();
    else if (name === 'list') this.#lists -= 1;
    else if (name === 'table-cell') this.#endCell();
    else if (name === 'table') this.#blocks.endTable();
  }

  #endParagraph(name: string): void {
    this.#paragraphs -= 1;
    this.#look.pop();
    // A note stands inside of the paragraph that refers to it.
    if (this.#paragraphs > 0) this.#blocks.say(' ');
    else if (name === 'h') this.#blocks.end({ heading: this.#heading });
    else this.#blocks.end(this.#lists > 0 ? { point: '•', level: this.#lists - 1 } : 'paragraph');
  }

  #endCell(): void {
    const { across, repeated } = this.#cell;
    this.#blocks.endCell(across);
    for (let more = 1; more < repeated; more += 1) this.#blocks.endCell();
    this.#cell = { across: 1, repeated: 1 };
  }

  text(text: string): void {
    if (this.#isBody && this.#paragraphs > 0 && this.#passed === 0) this.#say(text.replaceAll(/\s+/g, ' '));
  }

  #say(text: string): void {
    this.#blocks.say(text, this.#look.at(-1) ?? PLAIN);
  }
}
