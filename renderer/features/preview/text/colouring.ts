import c from '@shikijs/langs/c';
import css from '@shikijs/langs/css';
import docker from '@shikijs/langs/docker';
import ini from '@shikijs/langs/ini';
import json from '@shikijs/langs/json';
import make from '@shikijs/langs/make';
import matlab from '@shikijs/langs/matlab';
import powershell from '@shikijs/langs/powershell';
import python from '@shikijs/langs/python';
import r from '@shikijs/langs/r';
import shellscript from '@shikijs/langs/shellscript';
import sql from '@shikijs/langs/sql';
import tex from '@shikijs/langs/tex';
import toml from '@shikijs/langs/toml';
import typescript from '@shikijs/langs/typescript';
import xml from '@shikijs/langs/xml';
import yaml from '@shikijs/langs/yaml';
import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

import { endingOf } from '../../../../shared/name-ending.ts';
import type { TextLines } from '../../../../shared/preview/text-lines.ts';
import type { Span } from './text-requests.ts';

/** A longer program is shown without colours: they would take longer than reading it. */
const MOST_SIGNS = 1_000_000;
/** Lines that are coloured at once; the next ones when they come into sight. */
const BLOCK = 200;

/** Endings of names, by the language they are coloured as. */
const LANGUAGES: { readonly [language: string]: string } = {
  python: 'py cwl smk',
  r: 'r rmd',
  matlab: 'm',
  shellscript: 'sh bash zsh',
  powershell: 'ps1',
  typescript: 'js mjs cjs ts tsx jsx groovy nf java',
  sql: 'sql',
  xml: 'xml xsd xsl html htm svg',
  css: 'css scss',
  ini: 'ini cfg conf',
  toml: 'toml',
  c: 'c h cc cpp hpp cs go rs ijm',
  make: 'makefile snakefile',
  docker: 'dockerfile',
  tex: 'tex bib',
  json: 'json jsonl ndjson ipynb geojson',
  yaml: 'yaml yml',
};

/** The language of a file; null: none that is known. */
export function languageOf(name: string): string | null {
  const sought = endingOf(name) || name.toLowerCase();
  return Object.keys(LANGUAGES).find(language => LANGUAGES[language]?.split(' ').includes(sought)) ?? null;
}

const PREFIX = 'var(--shiki-token-';
let made: ReturnType<typeof createHighlighterCoreSync> | null = null;

function highlighter() {
  made ??= createHighlighterCoreSync({
    // Its colours are names of roles, which the window's own style sheet gives colours to.
    themes: [createCssVariablesTheme({ name: 'roles' })],
    langs: [
      c,
      css,
      docker,
      ini,
      json,
      make,
      matlab,
      powershell,
      python,
      r,
      shellscript,
      sql,
      tex,
      toml,
      typescript,
      xml,
      yaml,
    ],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return made;
}

/** Colours the lines of a program from its beginning on, as far as they are asked for. */
export function colouringFor(lines: TextLines, name: string): ((at: number) => readonly Span[]) | null {
  const lang = languageOf(name);
  if (lang === null || lines.text.length > MOST_SIGNS) return null;
  const known: (readonly Span[])[] = [];
  let state: ReturnType<ReturnType<typeof createHighlighterCoreSync>['getLastGrammarState']>;
  return at => {
    while (known.length <= at && known.length < lines.count) {
      const from = known.length;
      const to = Math.min(lines.count, from + BLOCK);
      const text = Array.from({ length: to - from }, (_, step) => lines.line(from + step)).join('\n');
      const options = { lang, theme: 'roles', tokenizeMaxLineLength: 1000, tokenizeTimeLimit: 200 };
      const tokens = highlighter().codeToTokensBase(
        text,
        state === undefined ? options : { ...options, grammarState: state },
      );
      state = highlighter().getLastGrammarState(tokens) ?? state;
      for (let line = 0; line < to - from; line++)
        known.push((tokens[line] ?? []).map(({ content, color }) => ({ text: content, role: roleOf(color) })));
    }
    return known[at] ?? [];
  };
}

function roleOf(colour: string | undefined): string | null {
  if (colour === undefined || !colour.startsWith(PREFIX)) return null;
  return colour.slice(PREFIX.length, -1).replace('string-expression', 'string');
}
