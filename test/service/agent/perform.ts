import { analyse } from './analysis.ts';
import type { AgentFile, AgentRequest, FoundFile, Tools } from './conversation.ts';
import type { Findings, Hit, Unread } from './findings.ts';
import type { AnalysisWish } from './grouping.ts';
import { preferred } from './memory.ts';
import { counted } from './numbers.ts';
import { filesFor, type Step } from './plan.ts';
import { isMapOfPlate, mappedPlate } from './plate.ts';
import { draftProtocol, type ProtocolSource } from './protocol.ts';
import { passagesAbout, summaryOf, wordsHeld } from './summary.ts';
import { MOST_ROWS, tableOf } from './table.ts';
import { partsOf } from './text-parts.ts';
import { wishesOf } from './wishes.ts';

/** Hits that are opened and quoted. */
const OPENED_HITS = 8;
const MOST_HITS = 10;
const MOST_PASSAGES = 2;
/** Hits a protocol may be drawn from. */
const PROTOCOL_SOURCES = 3;

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
      return { ...findings, protocol: draftProtocol(step.topic, await sourcesFor(request, state)) };
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

/** What the service found best, those with more of the words in their names first. */
async function search(words: readonly string[], tools: Tools): Promise<Hit[]> {
  const inName = (hit: FoundFile): number => wordsHeld(hit.name, words);
  const found = [...(await tools.search(words))].sort((one, other) => inName(other) - inName(one)).slice(0, MOST_HITS);
  const hits: Hit[] = [];
  for (const [index, hit] of found.entries()) {
    const text = index < OPENED_HITS ? ((await tools.open(hit.id))?.text ?? null) : null;
    hits.push({ ...plainHit(hit), passages: text === null ? [] : passagesAbout(text, words, MOST_PASSAGES) });
  }
  return hits;
}

function plainHit({ id, name, snippet }: FoundFile): FoundFile {
  return { id, name, snippet };
}

function analysed(findings: Findings, file: AgentFile, request: AgentRequest): Findings | string {
  const files = filesFor(request, wishesOf(request.messages));
  if (isMapOfPlate(file, files)) return findings;
  const mapped = mappedPlate(file, files);
  const table = mapped?.table ?? tableOf(file.table ?? []);
  if (table === null) return 'there is no table in it.';
  if (table.rowCount > MOST_ROWS) return `it has ${table.rowCount} rows, and I compute with ${MOST_ROWS} at most.`;
  const analysis = analyse(file, table, analysisWish(request));
  const withMap =
    mapped === null ? [] : [`Read with the plate map ${mapped.map.name}: ${counted(table.rowCount, 'well')}.`];
  return { ...findings, analyses: [...findings.analyses, { ...analysis, remarks: [...withMap, ...analysis.remarks] }] };
}

/** What the message says; where it says nothing, what the user asked to remember. */
function analysisWish(request: AgentRequest): AnalysisWish {
  const { groupBy, mayGroupBy, control } = wishesOf(request.messages).analysis;
  const own = request.memory.filter(note => note.userId === request.userId);
  const usual = preferred(own, 'grouping');
  return {
    groupBy,
    mayGroupBy: mayGroupBy.length > 0 || usual === null ? mayGroupBy : [usual],
    control: control ?? preferred(own, 'control group'),
  };
}

function summarised(findings: Findings, file: AgentFile, request: AgentRequest): Findings | string {
  if (file.text === null) return 'it has no text that I can read (yet).';
  if (file.text.trim() === '') return 'it is empty.';
  const { words } = wishesOf(request.messages);
  const summary = summaryOf({ id: file.id, name: file.name, text: file.text }, words);
  return { ...findings, summaries: [...findings.summaries, summary] };
}

/** Given texts, then the best of the hits whose name or title speaks of the topic. */
async function sourcesFor(
  request: AgentRequest,
  { tools, findings }: { tools: Tools; findings: Findings },
): Promise<ProtocolSource[]> {
  const { words } = wishesOf(request.messages);
  const given = request.files.flatMap(textOf);
  const opened: ProtocolSource[] = [];
  for (const hit of (findings.hits ?? []).slice(0, OPENED_HITS)) {
    const file = given.some(each => each.id === hit.id) ? null : await tools.open(hit.id);
    if (file !== null) opened.push(...textOf(file));
  }
  const ranked = opened
    .map(source => ({ source, score: wordsHeld(`${source.name} ${partsOf(source.text).title ?? ''}`, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return [...given, ...ranked.slice(0, PROTOCOL_SOURCES).map(({ source }) => source)];
}

function textOf({ id, name, text, table }: AgentFile): ProtocolSource[] {
  return text === null || table !== null ? [] : [{ id, name, text }];
}
