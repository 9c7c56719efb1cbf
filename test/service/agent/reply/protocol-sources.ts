import type { AgentFile, AgentRequest, FoundFile, Tools } from '../words/conversation.ts';
import type { Findings } from './findings.ts';
import { draftProtocol, type ProtocolSource } from './protocol.ts';
import { wordsHeld } from './summary.ts';
import { isSettings } from '../request/take.ts';
import { partsOf } from '../words/text-parts.ts';
import { nameStem } from '../words/tokens.ts';
import { wishesOf } from '../request/wishes.ts';

/** Hits a protocol may be drawn from. */
const PROTOCOL_SOURCES = 3;
const OPENED_SOURCES = 12;
const MOST_OTHER_SOURCES = 3;

/** Drawn from given texts, then from the best of those whose name or title speaks of the topic. */
export async function drafted(
  topic: string,
  request: AgentRequest,
  tools: Tools,
): Promise<Pick<Findings, 'protocol' | 'otherSources' | 'heldWords'>> {
  const { words } = wishesOf(request.messages);
  const given = request.files.flatMap(textOf);
  const found = await sourcesFor(words, given, tools);
  const best = Math.max(0, ...given.map(source => scoreOf(source, words)), found[0]?.score ?? 0);
  const near = found.filter(({ score }) => score * 2 > best).slice(0, PROTOCOL_SOURCES);
  const protocol = draftProtocol(topic, [...given, ...near.map(({ source }) => source)]);
  const used = new Set(protocol.sources.map(source => source.id));
  const others = found.filter(({ source }) => !used.has(source.id)).slice(0, MOST_OTHER_SOURCES);
  const names = near.map(({ source }) => `${nameStem(source.name)} ${partsOf(source.text).title ?? ''}`).join(' ');
  const heldWords = words.filter(word => wordsHeld(names, [word]) > 0);
  return {
    protocol,
    heldWords,
    otherSources: others.map(({ source: { id, name } }) => ({ id, name, unread: null })),
  };
}

/** What agents wrote, settings and tables are no source of a protocol, and nothing is known of pictures. */
async function sourcesFor(
  words: readonly string[],
  given: readonly ProtocolSource[],
  tools: Tools,
): Promise<{ source: ProtocolSource; score: number }[]> {
  if (words.length === 0) return [];
  const inName = (hit: FoundFile): number => wordsHeld(nameStem(hit.name), words);
  const hits = (await tools.search(words))
    .filter(hit => !hit.isAgentWork && !isSettings(hit.name) && !given.some(each => each.id === hit.id))
    .toSorted((one, other) => inName(other) - inName(one));
  const opened: ProtocolSource[] = [];
  for (const hit of hits.slice(0, OPENED_SOURCES)) {
    opened.push(...textOf(await tools.open(hit.id)).filter(source => isWritten(source.text)));
  }
  return opened
    .map(source => ({ source, score: scoreOf(source, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

/** How many of the words stand in a text's name or title. */
function scoreOf({ name, text }: ProtocolSource, words: readonly string[]): number {
  return wordsHeld(`${nameStem(name)} ${partsOf(text).title ?? ''}`, words);
}

/** Headings, steps or sentences make a text that was written; what instruments export has none. */
function isWritten(text: string): boolean {
  const { headings, parts } = partsOf(text);
  return headings.length > 0 || parts.filter(part => part.kind === 'step' || part.kind === 'sentence').length > 2;
}

function textOf(file: AgentFile | null): ProtocolSource[] {
  if (file === null || file.text === null || file.table !== null || file.isPicture) return [];
  return [{ id: file.id, name: file.name, text: file.text }];
}
