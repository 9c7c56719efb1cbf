import { bullets, citation, markdownTable, paragraphs, plain } from '../words/markdown.ts';
import { type Part, partsOf } from '../words/text-parts.ts';

/** A text that a protocol may be drawn from. */
export interface ProtocolSource {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** A line of the draft and the source it stands in, counted from 1. */
export interface DraftLine {
  readonly text: string;
  readonly source: number;
}

/** A draft that holds only lines of its sources. Plain values only. */
export interface Draft {
  readonly topic: string;
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly sections: readonly { readonly name: SectionName; readonly lines: readonly DraftLine[] }[];
  /** Whether a section had more lines than are kept. */
  readonly isCut: boolean;
}

export type SectionName = 'Materials' | 'Before you start' | 'Procedure' | 'Analysis' | 'Rules and notes';

const SECTIONS: readonly (readonly [name: SectionName, sign: RegExp])[] = [
  [
    'Materials',
    /\b(materials?|reagents?|equipment|buffers?|recipes?|reaction|mix|consumables|ingredients|solutions?)\b/i,
  ],
  ['Before you start', /\b(before|preparation|prepare|safety|hazards?|precautions?)\b/i],
  [
    'Procedure',
    /\b(procedures?|steps?|methods?|program(me)?|protocol|day \d|workflow|how to|running|transfer|blocking|staining)\b/i,
  ],
  ['Analysis', /\b(analysis|calculations?|evaluation|acceptance|quantification|readout)\b/i],
  ['Rules and notes', /\b(rules?|notes?|tips?|troubleshooting|limits?|quality|storage|waste)\b/i],
];

const MOST_LINES = 60;

/**
 * Drafts a protocol from what its sources say: each line is one of theirs, sorted by the headings it stood under
 * or, where the heading tells nothing, by what kind of line they are. At most 60 lines a section.
 */
export function draftProtocol(topic: string, sources: readonly ProtocolSource[]): Draft {
  const lines = sources.flatMap((source, index) =>
    partsOf(source.text).parts.map(part => ({ name: sectionOf(part), line: { text: part.text, source: index + 1 } })),
  );
  const sections = SECTIONS.map(([name]) => ({
    name,
    lines: lines
      .filter(each => each.name === name)
      .map(each => each.line)
      .slice(0, MOST_LINES),
  }));
  const used = new Set(sections.flatMap(section => section.lines.map(line => line.source)));
  const isCut = sections.reduce((sum, section) => sum + section.lines.length, 0) < lines.length;
  return renumbered({ topic, sources: sources.map(({ id, name }) => ({ id, name })), sections, isCut }, used);
}

/** A number with a unit of what is done at the bench. */
const AMOUNT = /\d\s?(°C|[µunmp]?[LMg]\b|m?M\b|min\b|h\b|s\b|×\s?g\b|rpm\b|V\b|%)/;

/** Where a heading says nothing: rows list what goes in, numbered lines and sentences with amounts what to do. */
function sectionOf(part: Part): SectionName {
  const named = SECTIONS.find(([, sign]) => sign.test(part.heading ?? ''));
  if (named !== undefined) return named[0];
  if (part.kind === 'row') return 'Materials';
  return part.kind === 'step' || (part.kind === 'sentence' && AMOUNT.test(part.text)) ? 'Procedure' : 'Rules and notes';
}

/** Sources that gave no line are not cited. */
function renumbered(draft: Draft, used: ReadonlySet<number>): Draft {
  const kept = draft.sources.map((_, index) => index + 1).filter(number => used.has(number));
  const numberOf = (old: number): number => kept.indexOf(old) + 1;
  return {
    ...draft,
    sources: kept.flatMap(number => draft.sources[number - 1] ?? []),
    sections: draft.sections.map(section => ({
      ...section,
      lines: section.lines.map(line => ({ ...line, source: numberOf(line.source) })),
    })),
  };
}

/** The draft as a Markdown file, with a place for everything that no source says. */
export function protocolMarkdown(draft: Draft, day: string): string {
  const state =
    draft.sources.length === 0
      ? 'Nothing in the knowledge base matched, so this holds headings only. Every step is still to be written.'
      : 'Compiled line by line from the sources below and not yet tried. Check amounts and times against your samples.';
  const sections = draft.sections.flatMap(({ name, lines }) => [
    `## ${name}`,
    lines.length === 0 ? 'To be filled in: no source says anything here.' : numbered(name, lines),
  ]);
  return `${paragraphs([
    `# ${plain(draft.topic)}`,
    `Draft of ${day}. ${state}`,
    draft.isCut ? `The sources hold more: only the first ${MOST_LINES} lines of each section are here.` : '',
    ...sections,
    '## Sources',
    draft.sources.length === 0
      ? 'None.'
      : markdownTable(
          ['No.', 'File'],
          draft.sources.map((source, index) => [String(index + 1), citation(source)]),
        ),
  ])}\n`;
}

function numbered(name: SectionName, lines: readonly DraftLine[]): string {
  const texts = lines.map(line => `${plain(line.text)} (source ${line.source})`);
  return name === 'Procedure' ? texts.map((text, index) => `${index + 1}. ${text}`).join('\n') : bullets(texts);
}
