/** Words of the laboratory that classify a file, each with what shows that it is about that. */
const CLASS_WORDS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['western blot', /\bwestern\s?blots?\b|\bimmunoblot|\bblot \d|\bSDS-?PAGE\b/i],
  ['qpcr', /\b(?:RT-?)?qPCR\b|\bCt values?\b|\bamplification curve/i],
  ['pcr', /\bPCR\b|\bprimers?\b/i],
  ['elisa', /\bELISA\b|\bsandwich assay\b/i],
  ['plate reader', /\bplate reader\b|\babsorbance\b|\bmicroplate\b|\bplate map\b/i],
  ['plate data', /\bwells?\b/i],
  ['assay', /\bassays?\b|\bkinase\b|\bdose[- ]response\b/i],
  ['viability', /\bviability\b|\bMTT\b|\bcytotox/i],
  ['cell culture', /\bcell (?:culture|lines?)\b|\bpassag(?:e|ing)\b|\bmycoplasma\b|\bthawing\b/i],
  ['microscopy', /\bmicroscop|\bconfocal\b|\bfluorescence image|\bz-?stack\b|\bbrightfield\b/i],
  ['flow cytometry', /\bflow cytometry\b|\bFACS\b/i],
  ['sequencing', /\bsequencing\b|\bFASTQ\b|\bRNA-?seq\b/i],
  ['cloning', /\bplasmid|\bcloning\b|\bligation\b|\brestriction digest/i],
  ['rna', /\bRNA\b|\bcDNA\b/],
  ['chromatography', /\bHPLC\b|\bchromatogra|\bspin columns?\b|\bretention time/i],
  ['mass spectrometry', /\bmass spectromet|\bLC-?MS\b|\bm\/z\b/i],
  ['protein', /\bproteins?\b|\bBCA\b|\blysates?\b/i],
  ['antibody', /\bantibod(?:y|ies)\b/i],
  ['buffer', /\bbuffers?\b/i],
  ['sop', /\bSOP\b|\bstandard operating procedure\b/i],
  ['protocol', /\bprotocols?\b|\bprocedure\b/i],
  ['safety', /\bsafety\b|\bhazard/i],
  ['inventory', /\binventory\b|\bcatalog(?:ue)? (?:number|no)|\bsuppliers?\b|\border(?:ing|s) list\b/i],
  ['calibration', /\bcalibrat/i],
  ['meeting', /\bmeetings?\b|\bminutes\b|\bagenda\b/i],
  ['report', /\breports?\b|\bsummary\b/i],
  ['manuscript', /\bmanuscript\b|\babstract\b/i],
];

/** The class words of a text, those said most often first; equals in a fixed order. */
export function classWordsIn(text: string): readonly string[] {
  const counted = CLASS_WORDS.map(([word, pattern]) => ({ word, count: countOf(text, pattern) }));
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ word }) => word);
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].length;
}
