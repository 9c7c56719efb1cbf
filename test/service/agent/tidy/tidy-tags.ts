/** A tag and what shows that a file deserves it: in its name or first heading, or at least twice in its text. */
type TagSign = readonly [tag: string, sign: RegExp];

const SIGNS: readonly TagSign[] = [
  ['qPCR', /\bq(?:rt-?)?pcr\b|\bct values?\b|\bmelt curves?\b|\bsybr\b/i],
  ['PCR', /\b(?<!q)pcr\b/i],
  ['ELISA', /\belisa\b/i],
  ['western blot', /\b(?:western(?: blot)?s?|immunoblot|pvdf|sds-page)\b/i],
  ['MTT', /\bmtt\b/i],
  ['BCA', /\bbca\b/i],
  ['HPLC', /\bhplc\b/i],
  ['flow cytometry', /\b(?:facs|flow cytometry)\b/i],
  ['sequencing', /\b(?:rna-?seq|sequencing|fastq)\b/i],
  ['RNA', /\brna extraction\b|\btotal rna\b/i],
  ['cDNA', /\bcdna\b/i],
  ['transfection', /\btransfect(?:ion|ed)s?\b/i],
  ['cell culture', /\b(?:passag(?:e|ing)|cell lines?|cell culture|hek293t?|hela)\b/i],
  ['mycoplasma', /\bmycoplasma\b/i],
  ['microscopy', /\b(?:microscopy|confocal|micrographs?)\b/i],
  ['protocol', /\bprotocols?\b/i],
  ['SOP', /\bSOP\b/],
  ['meeting', /\b(?:meeting|minutes|agenda)\b/i],
  ['inventory', /\b(?:inventory|freezers?|antibod(?:y|ies)|ordering|stock list)\b/i],
  ['calibration', /\bcalibrat(?:ion|ed)\b/i],
];

/** Words every lab text holds; they say what a file is only in its name or first heading. */
const TITLE_ONLY: ReadonlySet<string> = new Set(['protocol', 'meeting', 'inventory', 'calibration', 'PCR']);

/** Codes of compounds and projects: `KST-118`. Units, standards and the names of documents look alike. */
const CODE = /\b(?!SOP|ISO|DIN|RFC|COVID|UTF|SHA|PH|OD)[A-Z]{2,4}-\d{2,4}\b/g;

/** A file never gets more tags than this from here. */
export const MOST_TAGS = 6;

const READ_CHARACTERS = 20_000;

/** The tags a name and a text speak for, the strongest evidence first. Depends on nothing else. */
export function tagsFrom(name: string, text: string | null): readonly string[] {
  const read = (text ?? '').slice(0, READ_CHARACTERS);
  const top = `${name.replaceAll('_', ' ')}\n${firstLine(read)}`;
  const codes = [
    ...new Set([...codesIn(top), ...codesIn(read).filter((code, index, all) => all.indexOf(code) !== index)]),
  ];
  const inTop = SIGNS.filter(([, sign]) => sign.test(top)).map(([tag]) => tag);
  const inText = SIGNS.filter(([tag, sign]) => !TITLE_ONLY.has(tag) && timesIn(read, sign) >= 2).map(([tag]) => tag);
  return [...new Set([...inTop, ...codes, ...inText])].slice(0, MOST_TAGS);
}

/** The tags a file has and those it gets: its own first, without double ones in another case. */
export function tagsWith(own: readonly string[], name: string, text: string | null): readonly string[] {
  const known = new Set(own.map(tag => tag.trim().toLowerCase()));
  const added = tagsFrom(name, text).filter(tag => !known.has(tag.toLowerCase()));
  return [...own, ...added.slice(0, Math.max(0, MOST_TAGS - own.length))];
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find(line => line.trim() !== '')
      ?.slice(0, 200) ?? ''
  );
}

function codesIn(text: string): string[] {
  return text.match(CODE) ?? [];
}

function timesIn(text: string, sign: RegExp): number {
  return text.match(new RegExp(sign.source, `${sign.flags}g`))?.length ?? 0;
}
