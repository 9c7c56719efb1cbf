import type { AgentFile, AgentRequest } from '../words/conversation.ts';
import { plain } from '../words/markdown.ts';
import { targetOf } from './target.ts';
import { tokensIn } from '../words/tokens.ts';
import { type Wishes, wishesOf } from './wishes.ts';

/** One step of a job. `says` is the sentence shown while it runs. */
export type Step = { readonly says: string } & (
  | { readonly kind: 'search'; readonly words: readonly string[] }
  | { readonly kind: 'take' }
  | { readonly kind: 'use' }
  | { readonly kind: 'analyse'; readonly fileId: string }
  | { readonly kind: 'summarise'; readonly fileId: string }
  | { readonly kind: 'protocol'; readonly topic: string; readonly words: readonly string[] }
  | { readonly kind: 'write' }
);

/**
 * The steps that answer a request, always at least one; the last one writes the reply. Decided by what the user wrote
 * and by the kinds of the given files, never by what stands in a file.
 */
export function plan(request: AgentRequest): readonly Step[] {
  const wishes = wishesOf(request.messages);
  const files = filesFor(request, wishes);
  return [
    ...searchSteps(wishes, files),
    ...(takesFiles(request) ? takeSteps(request) : fileSteps(wishes, files)),
    ...protocolSteps(wishes),
    { kind: 'write', says: 'Writing the reply' },
  ];
}

/** The files a request is about: those given now, else earlier ones when the message wants something done with files. */
export function filesFor(request: AgentRequest, { wishes }: Wishes): readonly AgentFile[] {
  if (request.files.length > 0) return request.files;
  const isAboutFiles = wishes.has('analyse') || wishes.has('summarise');
  if (!isAboutFiles) return [];
  const tables = request.earlierFiles.filter(file => file.table !== null);
  return wishes.has('analyse') && !wishes.has('summarise') && tables.length > 0 ? tables : request.earlierFiles;
}

/**
 * Whether files are to be looked for: work on files is wanted, none is given, and the message names what none of the
 * earlier files speaks of.
 */
function takesFiles(request: AgentRequest): boolean {
  const { wishes } = wishesOf(request.messages);
  if (request.files.length > 0 || !(wishes.has('analyse') || wishes.has('summarise'))) return false;
  const { words } = targetOf(request);
  if (request.earlierFiles.length === 0) return words.length > 0;
  const last = request.messages.at(-1)?.content ?? '';
  if (/\b(this|it|that|these|those|them|its|their)\b/i.test(last)) return false;
  const known = new Set(request.earlierFiles.flatMap(({ name, text }) => tokensIn(`${name} ${text ?? ''}`)));
  return words.some(word => tokensIn(word).some(token => !known.has(token)));
}

function takeSteps(request: AgentRequest): Step[] {
  const words = targetOf(request).words.map(plain).join(', ');
  return [
    { kind: 'take', says: `Looking for the file that fits ${words}` },
    { kind: 'use', says: 'Working with what fits best' },
  ];
}

function searchSteps({ wishes, words }: Wishes, files: readonly AgentFile[]): Step[] {
  const isOpen = files.length === 0 && wishes.size === 0;
  if (words.length === 0 || !(wishes.has('search') || wishes.has('protocol') || isOpen)) return [];
  return [{ kind: 'search', words, says: `Searching the knowledge base for ${words.map(plain).join(', ')}` }];
}

/** The steps that work on files, one after the other. */
export function fileSteps({ wishes }: Wishes, files: readonly AgentFile[]): Step[] {
  const free = !wishes.has('analyse') && !wishes.has('summarise') && !wishes.has('protocol');
  return files.flatMap((file): Step[] => {
    const name = plain(file.name);
    const isTable = file.table !== null;
    const analyses = isTable && (wishes.has('analyse') || free);
    const summarises = wishes.has('summarise') || (!isTable && (free || wishes.has('analyse')));
    return [
      ...(analyses ? [{ kind: 'analyse' as const, fileId: file.id, says: `Computing the statistics of ${name}` }] : []),
      ...(summarises ? [{ kind: 'summarise' as const, fileId: file.id, says: `Reading ${name}` }] : []),
    ];
  });
}

function protocolSteps({ wishes, words }: Wishes): Step[] {
  if (!wishes.has('protocol')) return [];
  const topic = words.length === 0 ? 'Untitled protocol' : words.join(' ');
  return [{ kind: 'protocol', topic, words, says: `Drafting a protocol: ${plain(topic)}` }];
}
