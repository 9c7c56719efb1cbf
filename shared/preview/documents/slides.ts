import { archiveTexts } from '../../features/preview/files-text.ts';
import { slideTexts as texts } from '../../features/preview/documents-text.ts';
import type { Archive } from '../office/archive.ts';
import type { DocumentSummary } from '../office/document.ts';
import { scanXml, type XmlListener } from '../office/xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';
import { Blocks } from './blocks.ts';

const MAIN = 'ppt/presentation.xml';

/** Reads the slides of PowerPoint: their titles, texts, tables and notes, in the order in which they are shown. @throws UnreadableError */
export function readSlides(archive: Archive): DocumentSummary {
  if (!archive.has(MAIN)) throw new UnreadableError(archiveTexts.otherKind);
  const targets = relationsOf(archive, MAIN);
  const slides: string[] = [];
  scanXml(archive.text(MAIN), {
    open: (name, attribute) => {
      const target = name === 'sldId' ? targets.get(attribute('r:id') ?? '') : undefined;
      if (target !== undefined && archive.has(target.place)) slides.push(target.place);
    },
  });
  return Blocks.of(blocks => {
    for (const [at, slide] of slides.entries()) {
      const { title, shapes } = shapesOf(archive, slide);
      blocks.say(texts.slide(at + 1, title));
      blocks.end({ heading: 2 });
      for (const play of shapes) play(blocks);
      const notes = [...relationsOf(archive, slide).values()].find(({ type }) => type.endsWith('/notesSlide'));
      if (notes !== undefined && archive.has(notes.place)) addNotes(archive, notes.place, blocks);
    }
  });
}

interface Target {
  readonly type: string;
  /** Of the part, in the archive. */
  readonly place: string;
}

/** What a part of the archive refers to, by the ids that stand in it. */
function relationsOf(archive: Archive, part: string): ReadonlyMap<string, Target> {
  const cut = part.lastIndexOf('/') + 1;
  const relations = `${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`;
  const found = new Map<string, Target>();
  if (!archive.has(relations)) return found;
  scanXml(archive.text(relations), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const place = resolved(part.slice(0, cut), attribute('Target') ?? '');
      found.set(attribute('Id') ?? '', { type: attribute('Type') ?? '', place });
    },
  });
  return found;
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder.split('/').filter(part => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** What a slide shows; each plays one of its shapes, so that the title can come first. */
interface Shapes {
  readonly title: string;
  readonly shapes: readonly ((blocks: Blocks) => void)[];
}

function shapesOf(archive: Archive, part: string): Shapes {
  const reader = new SlideReader();
  scanXml(archive.text(part), reader);
  return { title: reader.title.trim(), shapes: reader.shapes };
}

/** Kinds of places on a slide that say nothing of it: its number, date and footer. */
const FRAME = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** Hears a slide from beginning to end. */
class SlideReader implements XmlListener {
  title = '';
  readonly shapes: ((blocks: Blocks) => void)[] = [];
  #place = '';
  #level = 0;
  #isText = false;
  #paragraph: { text: string; isBold: boolean; isItalic: boolean }[] = [];
  #style = { isBold: false, isItalic: false };
  #across = 1;

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'sp') this.#place = '';
    else if (name === 'ph') this.#place = attribute('type') ?? 'body';
    else if (name === 'p') [this.#paragraph, this.#level] = [[], 0];
    else if (name === 'pPr') this.#level = Number(attribute('lvl') ?? 0) || 0;
    else if (name === 'r') this.#style = { isBold: false, isItalic: false };
    else if (name === 'rPr') this.#style = { isBold: attribute('b') === '1', isItalic: attribute('i') === '1' };
    else if (name === 't') this.#isText = true;
    else if (name === 'br') this.#paragraph.push({ text: '\n', ...this.#style });
    else this.#openOther(name, attribute);
  }

  #openOther(name: string, attribute: (name: string) => string | null): void {
    if (name === 'tbl') this.shapes.push(blocks => blocks.beginTable());
    else if (name === 'tr') this.shapes.push(blocks => blocks.beginRow());
    else if (name === 'tc') this.#across = Number(attribute('gridSpan') ?? 1) || 1;
    else if (name === 'cNvPr' && attribute('descr') !== null) this.#addPicture(attribute('descr') ?? '');
  }

  #addPicture(text: string): void {
    if (text !== '') this.shapes.push(blocks => (blocks.isInTable ? undefined : blocks.add({ is: 'picture', text })));
  }

  text(text: string): void {
    if (this.#isText) this.#paragraph.push({ text, ...this.#style });
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') this.#endCell();
    else if (name === 'tbl') this.shapes.push(blocks => blocks.endTable());
    else if (name === 'sp') this.#place = '';
  }

  #endCell(): void {
    const across = this.#across;
    this.shapes.push(blocks => blocks.endCell(across));
  }

  #endParagraph(): void {
    const [runs, level, place] = [this.#paragraph, this.#level, this.#place];
    this.#paragraph = [];
    if (FRAME.has(place)) return;
    if (/title/i.test(place)) {
      this.title += ` ${runs.map(({ text }) => text).join('')}`;
      return;
    }
    this.shapes.push(blocks => {
      for (const { text, ...how } of runs) blocks.say(text, how);
      blocks.end(level > 0 ? { point: '•', level } : 'paragraph');
    });
  }
}

function addNotes(archive: Archive, part: string, blocks: Blocks): void {
  const { shapes } = shapesOf(archive, part);
  const said = Blocks.of(own => {
    for (const play of shapes) play(own);
  }).blocks;
  if (said.length === 0) return;
  blocks.say(texts.notes);
  blocks.end({ heading: 3 });
  for (const block of said) blocks.add(block);
}
