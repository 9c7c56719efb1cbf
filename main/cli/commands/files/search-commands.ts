import type { Command } from 'commander';

import { faultLine } from '../../../../shared/text/faults.ts';
import { toFault } from '../../../../shared/fault.ts';
import type { SearchFind } from '../../../../shared/features/search/model.ts';
import { coveredLine, searchTexts } from '../../../../shared/features/search/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { searchShape } from '../../output/json-shapes.ts';

interface Options {
  readonly json?: true;
  readonly here?: true;
  readonly limit: string;
}

/** `search`. */
export function addSearchCommand(program: Command, context: CommandContext): void {
  program
    .command('search')
    .summary('find files, folders and conversations')
    .description(
      'Looks through the names of everything known here and the text of files that are here, then asks the service about the ' +
        'text of its files and about your conversations. Filters: type:csv, type:folder, tag:qpcr, in:"Plate 7", ' +
        'before:2026-10-01, after:2026-10-01; "words in a row" in quotes. Tags are known of files that were opened in Details ' +
        'or described on this computer; the service is not asked about tags and days.',
    )
    .argument('<words...>', 'what to look for')
    .option('--here', 'ask nobody: works offline')
    .option('--limit <number>', 'how many finds of this computer to list, 1 to 200', '50')
    .option('--json', 'print one JSON object')
    .action((words: readonly string[], options: Options) => search(context, words, options));
}

function search(context: CommandContext, words: readonly string[], { json, here, limit }: Options): Promise<void> {
  return context.ask(async ({ client }) => {
    // The shell took the quotes around what has spaces.
    const text = words.map(word => (/\s/.test(word) && !word.includes('"') ? quoted(word) : word)).join(' ');
    const found = await client.call('search.here', {
      text,
      limit: Math.min(200, Math.max(1, Math.trunc(Number(limit)) || 50)),
    });
    for (const { filter } of found.troubles) context.tell(searchTexts.troubles[filter]);
    const asked =
      here === true
        ? null
        : await client.call('search.there', { text, scopes: ['texts', 'names', 'tasks'] }).catch(toFault);
    const there = asked === null || 'kind' in asked ? [] : asked.finds;
    const known = new Set(found.finds.map(find => find.serviceId));
    const finds = [...found.finds, ...there.filter(find => !known.has(find.serviceId))];
    if (asked !== null && 'kind' in asked) context.tell(`${searchTexts.failed} ${faultLine(asked)}`);
    if (json) context.printJson(searchShape(finds, found));
    else context.printLines(finds.map(findLine));
    if (!json) context.tell(`${searchTexts.finds(finds.length)}. ${coveredLine(found)}`);
  });
}

/** `in:Plate 7` becomes `in:"Plate 7"`, `Plate 7` becomes `"Plate 7"`. */
function quoted(word: string): string {
  return word.replace(
    /^((?:type|tag|before|after|in):)?([\s\S]*)$/i,
    (_, filter: string | undefined, rest: string) => `${filter ?? ''}"${rest}"`,
  );
}

function findLine({ kind, name, place, serviceId, by, snippet }: SearchFind): string {
  const isInBase = place !== null && !('library' in place.at);
  const where =
    place === null ? (kind === 'task' ? '' : searchTexts.notHere) : isInBase ? pathOf(place.path, name) : place.path;
  const why = searchTexts.why[by];
  const inside = snippet === null ? null : snippet.map(part => part.text).join('');
  return [name + (kind === 'folder' ? '/' : ''), where, why, inside, isInBase ? null : serviceId]
    .filter(part => part !== null && part !== '')
    .join('  ·  ');
}

/** As every command takes it: names from the top of the knowledge base, a `/` in one of them as `\\/`. */
function pathOf(place: string, name: string): string {
  return [...place.split(' / ').filter(part => part !== ''), name].map(part => part.replaceAll('/', '\\/')).join('/');
}
