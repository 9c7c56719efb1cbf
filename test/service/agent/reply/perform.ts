import { type Analysis, analyse } from '../tables/analysis.ts';
import type { AgentFile, AgentRequest, FoundFile, Tools } from '../words/conversation.ts';
import type { Findings, Hit, Unread } from './findings.ts';
import { preferred } from '../words/memory.ts';
import { counted } from '../words/numbers.ts';
import { fileSteps, filesFor, type Step } from '../request/plan.ts';
import { isMapOfPlate, mappedPlate } from '../tables/plate.ts';
import { drafted } from './protocol-sources.ts';
import { passageOf, passagesAbout, summaryOf, tableSummary, wordsHeld } from './summary.ts';
import { describedTable, rowsAbout } from '../tables/table-text.ts';
import { take } from '../request/take.ts';
import { MOST_ROWS, type Table, tableOf } from '../tables/table.ts';
import { isNumber, nameStem, tokensIn } from '../words/tokens.ts';
import { wishesOf } from '../request/wishes.ts';

/** Hits that are opened and quoted. */
const MOST_HITS = 10;
const MOST_PASSAGES = 2;

/** Takes one step: what was found before and by it. Rejects when a tool does. */
export async function perform(
  step: Step,
  request: AgentRequest,
  state: { tools: Tools; findings: Findings },
): Promise<Findings> {
  const { tools, findings } = state;
  switch (step.kind) {
    case 'search':
      return { ...findings, hits: await search(step.words, tools) };
    case 'analyse':
      return withFile(findings, fileOf(request, step.fileId), file => analysed(findings, file, request));
    case 'summarise':
      return withFile(findings, fileOf(request, step.fileId), file => summarised(findings, file, request));
    case 'protocol':
      return { ...findings, ...(await drafted(step.topic, request, tools)) };
    case 'take':
      return { ...findings, taken: await take(request, tools) };
    case 'use':
      return withTaken(request, state);
    case 'write':
      return findings;
  }
}

function fileOf(request: AgentRequest, fileId: string): AgentFile | null {
  return [...request.files, ...request.earlierFiles].find(file => file.id === fileId) ?? null;
}

/** A reading that ends in a text could not be done; the text says why. */
function withFile(findings: Findings, file: AgentFile | null, read: (file: AgentFile) => Findings | string): Findings {
  if (file === null) return findings;
  const outcome = read(file);
  if (typeof outcome !== 'string') return outcome;
  const unread: Unread = { fileId: file.id, fileName: file.name, why: outcome };
  return { ...findings, unread: [...findings.unread, unread] };
}

/** Works on the files that were taken, as if they had been given. */
async function withTaken(
  request: AgentRequest,
  { tools, findings }: { tools: Tools; findings: Findings },
): Promise<Findings> {
  const gone = (findings.taken?.files ?? []).filter(taken => !request.files.some(file => file.id === taken.id));
  const unread = gone.map(({ id, name }) => ({ fileId: id, fileName: name, why: 'it is not there any more.' }));
  const wishes = wishesOf(request.messages);
  let state: Findings = { ...findings, unread: [...findings.unread, ...unread] };
  for (const step of fileSteps(wishes, filesFor(request, wishes))) {
    state = await perform(step, request, { tools, findings: state });
  }
  return state;
}

/** What the service found best, those with more of the words in their names first. */
async function search(asked: readonly string[], tools: Tools): Promise<Hit[]> {
  const { words, numbers } = termsOf(asked);
  const inName = ({ name }: FoundFile): number =>
    wordsHeld(nameStem(name), words) + numbers.filter(number => holdsPhrase(nameStem(name), number)).length;
  const found = (await tools.search([...words, ...numbers])).toSorted(
    (one, other) => Number(one.isAgentWork) - Number(other.isAgentWork) || inName(other) - inName(one),
  );
  const hits: Hit[] = [];
  for (const hit of found) {
    if (hits.length === MOST_HITS) break;
    const file = await tools.open(hit.id);
    const isNamed = words.some(word => hit.name.toLowerCase().includes(word.toLowerCase()));
    // Of a picture nothing but its name is known, so that nothing else can be found in it.
    if (file?.isPicture === true && !isNamed) continue;
    hits.push({ ...plainHit(hit), ...quotedFrom(file, hit, words) });
  }
  return hits;
}

/** A number means something with the word before it only: "incubator 2" is not any 2. */
function termsOf(asked: readonly string[]): { readonly words: readonly string[]; readonly numbers: readonly string[] } {
  const isBare = (word: string | undefined): boolean => isNumber(word ?? '');
  const words = asked.filter(word => !isBare(word));
  if (words.length === 0) return { words: asked, numbers: [] };
  const pairs = asked.flatMap((word, index) =>
    isBare(word) && index > 0 && !isBare(asked[index - 1]) ? [`${asked[index - 1] ?? ''} ${word}`] : [],
  );
  return { words, numbers: pairs };
}

function holdsPhrase(text: string, phrase: string): boolean {
  const [held, wanted] = [tokensIn(text).join(' '), tokensIn(phrase).join(' ')];
  return ` ${held} `.includes(` ${wanted} `);
}

function quotedFrom(
  file: AgentFile | null,
  hit: FoundFile,
  words: readonly string[],
): Pick<Hit, 'passages' | 'snippet' | 'isPicture'> {
  if (file?.isPicture === true) return { passages: [], snippet: '', isPicture: true };
  if (file === null || file.text === null)
    return { passages: [], snippet: file === null ? '' : hit.snippet, isPicture: false };
  const others = words.filter(word => wordsHeld(nameStem(hit.name), [word]) === 0);
  const passages =
    file.table === null
      ? passagesAbout(file.text, words, MOST_PASSAGES)
      : [describedTable(file), ...rowsAbout(file, others).slice(0, 1)].map(text => passageOf(text, others));
  return { passages, snippet: '', isPicture: false };
}

function plainHit({ id, name, isAgentWork }: FoundFile): Omit<FoundFile, 'snippet'> {
  return { id, name, isAgentWork };
}

function analysed(findings: Findings, file: AgentFile, request: AgentRequest): Findings | string {
  const files = filesFor(request, wishesOf(request.messages));
  if (isMapOfPlate(file, files)) return findings;
  const mapped = mappedPlate(file, files);
  const table = mapped?.table ?? tableOf(file.table ?? []);
  if (table === null) return 'there is no table in it.';
  if (table.rowCount > MOST_ROWS) return `it has ${table.rowCount} rows, and I compute with ${MOST_ROWS} at most.`;
  const analysis = usualAnalysis(file, table, request);
  const withMap =
    mapped === null ? [] : [`Read with the plate map ${mapped.map.name}: ${counted(table.rowCount, 'well')}.`];
  const analyses = [...findings.analyses, { ...analysis, remarks: [...withMap, ...analysis.remarks] }];
  const isSummarised = analysis.columns.length > 0 || wishesOf(request.messages).wishes.has('summarise');
  return { ...findings, analyses, summaries: [...findings.summaries, ...(isSummarised ? [] : [tableSummary(file)])] };
}

/** By what the message says; where it says nothing, by what the user asked to remember, as far as the table has it. */
function usualAnalysis(file: AgentFile, table: Table, request: AgentRequest): Analysis {
  const wish = wishesOf(request.messages).analysis;
  const own = request.memory.filter(note => note.userId === request.userId);
  const usual = preferred(own, 'grouping');
  const mayGroupBy = wish.mayGroupBy.length > 0 || usual === null ? wish.mayGroupBy : [usual];
  const control = preferred(own, 'control group');
  if (wish.control !== null || control === null) return analyse(file, table, { ...wish, mayGroupBy });
  const analysis = analyse(file, table, { ...wish, mayGroupBy, control });
  return analysis.control === null ? analyse(file, table, { ...wish, mayGroupBy }) : analysis;
}

function summarised(findings: Findings, file: AgentFile, request: AgentRequest): Findings | string {
  if (file.isPicture) return 'it is a picture or a scan, and I cannot look at pictures.';
  if (file.text === null) return 'it has no text that I can read (yet).';
  if (file.text.trim() === '') return 'it is empty.';
  const { words } = wishesOf(request.messages);
  const summary =
    file.table === null ? summaryOf({ id: file.id, name: file.name, text: file.text }, words) : tableSummary(file);
  return { ...findings, summaries: [...findings.summaries, summary] };
}
