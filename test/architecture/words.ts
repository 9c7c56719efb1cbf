import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'vite';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import type { Written } from './portable.ts';

/** Samples made to look like what people write, and migrations, which are never changed once they were released. */
const LEFT_OUT = ['test/service/sample/', 'main/journal/migrations/'];

/** A rule of plain words that a source breaks. */
export interface Breach {
  /** From the root, with `/`. */
  readonly path: string;
  /** One sentence for the author: where it is, and what to write instead. */
  readonly says: string;
}

/** What to write instead of each of the words that leave open who or what is meant. */
const INSTEAD: { readonly [word: string]: string } = {
  whoever: 'name who does it: the caller, the person, the program, the service',
  somebody: 'name who it is: a person, a colleague, another program',
  nobody: 'name who does not: no caller, no person, no other program',
  anybody: 'name who it is: any caller, any person, any program',
  'such a one': 'name the thing again',
  anew: 'write "again", or say what is made from scratch',
  whatever: 'name what it is, or write "any"',
  meanwhile: 'say during what: "during the transfer", "since the scan"',
};
const VAGUE_WORDS = new RegExp(`\\b(${Object.keys(INSTEAD).join('|').replaceAll(' ', '\\s+(?:\\*\\s+)?')})\\b`, 'gi');

/** Why a file name says nothing about its content, with the names that are refused for it. */
const VAGUE_NAMES: readonly { readonly names: string; readonly instead: string }[] = [
  {
    names:
      'about across after again alone anew before behind beside beyond both either else elsewhere here instead itself late ' +
      'meanwhile now others such there together what which who',
    instead: 'is an adverb or a pronoun: write the noun that the file holds, such as `resolve-id` or `retry-queue`',
  },
  {
    names:
      'altered found genuine kept lean learnt placed prepared reached ready said spare told unexplained unknown unsure',
    instead: 'describes a thing without naming it: add the noun, such as `item-cache` or `unverified-pairs`',
  },
  {
    names: 'acting asking asked deeds doing looking saying seeing taking telling',
    instead: 'says that something is done, not what: write the thing and its role, such as `file-actions`',
  },
  {
    names: 'bench book brakes desk folk grip shelf sight sights town trail twins',
    instead: 'is a metaphor: write the word of the field, such as `command-context` or `mirror-context`',
  },
  {
    names: 'common helper helpers misc part parts piece pieces stuff thing things util utils various',
    instead: 'could hold anything: write what the functions in it share',
  },
];
const NAME_ADVICE: ReadonlyMap<string, string> = new Map(
  VAGUE_NAMES.flatMap(({ names, instead }) => names.split(' ').map(name => [name, instead] as const)),
);

/** All sources that the rules are for, with their texts. */
export function sourcesToRead(): readonly Written[] {
  return ['main', 'shared', 'renderer', 'test'].flatMap(folder =>
    namesBelow(join(ROOT, folder))
      .map(name => `${folder}/${name}`)
      .filter(path => /\.tsx?$/.test(path) && !LEFT_OUT.some(prefix => path.startsWith(prefix)))
      .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  );
}

/** The breaches of one source: vague words in its comments, and a vague name of its own. Words in backticks are code. */
export function vagueWords({ path, text }: Written): readonly Breach[] {
  return [...vagueComments(path, text), ...vagueName(path)];
}

function vagueComments(path: string, text: string): readonly Breach[] {
  // Parsing costs a hundred times as much as this search, and most sources have none of the words anywhere.
  if (text.search(VAGUE_WORDS) < 0) return [];
  return parseSync(path, text).comments.flatMap(({ value, start }) => {
    const prose = value.replaceAll(/`[^`]*`/g, code => ' '.repeat(code.length));
    return [...prose.matchAll(VAGUE_WORDS)].map(found => {
      const word = found[0].toLowerCase().replaceAll(/[\s*]+/g, ' ');
      const line = text.slice(0, start + 2 + found.index).split('\n').length;
      return { path, says: `${path}:${line} says "${word}" in a comment: ${INSTEAD[word]}` };
    });
  });
}

function vagueName(path: string): readonly Breach[] {
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
  const instead = NAME_ADVICE.get(name);
  return instead === undefined ? [] : [{ path, says: `${path}: "${name}" ${instead}` }];
}

/** One sentence for each vague word in a comment and each vague file name. */
export function wordBreaches(sources: readonly Written[]): readonly string[] {
  return sources.flatMap(vagueWords).map(({ says }) => says);
}
