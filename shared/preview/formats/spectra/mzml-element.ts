import { scanXml } from '../../office/xml-scan.ts';

/** A term of the vocabulary of mass spectrometry. */
export interface Term {
  /** Such as `MS:1000511`. */
  readonly accession: string;
  readonly name: string;
  readonly value: string;
  /** Such as `UO:0000031`; empty: none. */
  readonly unit: string;
}

/** An array of values, packed as text. */
export interface PackedArray {
  readonly terms: readonly Term[];
  /** Null: as many as its spectrum says. */
  readonly length: number | null;
  readonly base64: string;
}

/** What a spectrum or a chromatogram says. */
export interface MzmlElement {
  readonly id: string;
  readonly length: number;
  readonly terms: readonly Term[];
  readonly arrays: readonly PackedArray[];
}

/** Terms that many elements share, by the name that they refer to. */
export type TermGroups = ReadonlyMap<string, readonly Term[]>;

/** What stands before the spectra. */
export interface MzmlHead {
  readonly version: string;
  readonly id: string;
  readonly began: string;
  /** How many spectra the file says that it has; null: it does not. */
  readonly count: number | null;
  readonly sources: readonly string[];
  readonly samples: readonly string[];
  readonly software: readonly string[];
  readonly instruments: readonly Term[];
  readonly groups: TermGroups;
}

type Attribute = (name: string) => string | null;

/** Terms of an element at most: no program writes so many. */
const MOST_TERMS = 10_000;

function termOf(attribute: Attribute): Term {
  return {
    accession: attribute('accession') ?? '',
    name: attribute('name') ?? '',
    value: attribute('value') ?? '',
    unit: attribute('unitAccession') ?? '',
  };
}

function lengthOf(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** Reads what stands before the spectra. @throws UnreadableError when it is not well formed. */
export function readHead(text: string): MzmlHead {
  const groups = new Map<string, Term[]>();
  const path: string[] = [];
  const head = { version: '', id: '', began: '', count: null as number | null };
  const [sources, samples, software]: string[][] = [[], [], []];
  const instruments: Term[] = [];
  let group: Term[] | null = null;
  const describe = (name: string, attribute: Attribute): void => {
    if (name === 'mzML') head.version = attribute('version') ?? '';
    if (name === 'run') [head.id, head.began] = [attribute('id') ?? '', attribute('startTimeStamp') ?? ''];
    if (name === 'spectrumList') head.count = lengthOf(attribute('count'));
    if (name === 'sourceFile') sources?.push(attribute('name') ?? '');
    if (name === 'sample') samples?.push(attribute('name') ?? attribute('id') ?? '');
    if (name === 'software') software?.push(`${attribute('id') ?? ''} ${attribute('version') ?? ''}`.trim());
  };
  const collect = (name: string, attribute: Attribute): void => {
    const isInstrument = path.includes('instrumentConfiguration') && instruments.length < MOST_TERMS;
    if (name === 'referenceableParamGroup') groups.set(attribute('id') ?? '', (group = []));
    else if (name === 'referenceableParamGroupRef' && isInstrument)
      for (const term of groups.get(attribute('ref') ?? '') ?? []) instruments.push(term);
    else if (name === 'cvParam' && group !== null && group.length < MOST_TERMS) group.push(termOf(attribute));
    else if (name === 'cvParam' && group === null && isInstrument) instruments.push(termOf(attribute));
  };
  scanXml(text, {
    open: (name, attribute) => {
      path.push(name);
      describe(name, attribute);
      collect(name, attribute);
    },
    close: name => {
      path.pop();
      if (name === 'referenceableParamGroup') group = null;
    },
  });
  return { ...head, sources: sources ?? [], samples: samples ?? [], software: software ?? [], instruments, groups };
}

/** Reads a spectrum or a chromatogram. @throws UnreadableError when it is not well formed. */
export function readElement(text: string, groups: TermGroups): MzmlElement {
  let [id, length] = ['', 0];
  const terms: Term[] = [];
  const arrays: { terms: Term[]; length: number | null; base64: string }[] = [];
  let [isInArray, isInBinary] = [false, false];
  const add = (more: readonly Term[]): void => {
    const list = isInArray ? arrays.at(-1)?.terms : terms;
    if (list !== undefined && list.length + more.length < MOST_TERMS) for (const term of more) list.push(term);
  };
  scanXml(text, {
    open: (name, attribute) => {
      if (name === 'spectrum' || name === 'chromatogram')
        [id, length] = [attribute('id') ?? '', lengthOf(attribute('defaultArrayLength')) ?? 0];
      if (name === 'binaryDataArray') {
        isInArray = true;
        arrays.push({ terms: [], length: lengthOf(attribute('arrayLength')), base64: '' });
      }
      if (name === 'binary') isInBinary = true;
      if (name === 'cvParam') add([termOf(attribute)]);
      if (name === 'referenceableParamGroupRef') add(groups.get(attribute('ref') ?? '') ?? []);
    },
    close: name => {
      if (name === 'binaryDataArray') isInArray = false;
      if (name === 'binary') isInBinary = false;
    },
    text: part => {
      const array = arrays.at(-1);
      if (isInBinary && array !== undefined) array.base64 += part;
    },
  });
  return { id, length, terms, arrays };
}

/** The value of a term; null: the element does not have it. */
export function valueOf(terms: readonly Term[], accession: string): string | null {
  return terms.find(term => term.accession === accession)?.value ?? null;
}

/** A time in minutes; null: it is not said. */
export function minutesOf(terms: readonly Term[], accession: string): number | null {
  const term = terms.find(each => each.accession === accession);
  if (term === undefined || term.value === '' || Number.isNaN(Number(term.value))) return null;
  return Number(term.value) / perMinute(term.unit);
}

/** How many of a unit of time are a minute. */
export function perMinute(unit: string): number {
  return unit === 'UO:0000010' ? 60 : unit === 'UO:0000028' ? 60_000 : 1;
}
