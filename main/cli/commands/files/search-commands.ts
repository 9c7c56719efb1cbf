import { z } from 'zod';

import { toFault } from '../../../../shared/fault.ts';
import { searchFind, type SearchFind, searchHere } from '../../../../shared/features/search/model.ts';
import { coveredLine, searchTexts } from '../../../../shared/features/search/text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';

interface Wanted {
  readonly words: readonly string[];
  readonly here?: true;
  readonly limit: string;
  readonly json?: true;
}

const text = z.string().nullable();

/** Finding things. */
export const searchRows: readonly Row[] = [
  row('search <words...>', {
    summary: 'find files, folders and conversations',
    help:
      'Looks through the names of everything known here and the text of files that are here, then asks the service about the ' +
      'text of its files and about your conversations. Filters: type:csv, type:folder, tag:qpcr, in:"Plate 7", ' +
      'before:2026-10-01, after:2026-10-01; "words in a row" in quotes. Tags are known of files that were opened in Details ' +
      'or described on this computer; the service is not asked about tags and days.',
    arguments: ['what to look for'],
    options: [
      ['--here', 'ask nobody: works offline'],
      ['--limit <number>', 'how many finds of this computer to list, 1 to 200', '50'],
    ],
    json: z.object({
      finds: z.array(
        publicFields(
          searchFind,
          'kind item serviceId name',
          { mirror: text, folder: text },
          'by',
          { snippet: text },
          'modifiedAt',
        ),
      ),
      hasMore: searchHere.shape.hasMore,
      searched: publicFields(searchHere, 'names texts tagged unread isBuilding'),
    }),
    run: search,
    shape: ({ found, finds }) => ({ finds: finds.map(findShape), hasMore: found.hasMore, searched: found }),
    lines: ({ finds }) => finds.map(findLine),
    tell: ({ found, finds }, { json }) => (json ? null : `${searchTexts.finds(finds.length)}. ${coveredLine(found)}`),
  }),
];

async function search({ client, context }: Asking, { words, here, limit }: Wanted) {
  // The shell took the quotes around what has spaces.
  const text = words.map(word => (/\s/.test(word) && !word.includes('"') ? quoted(word) : word)).join(' ');
  const most = Math.min(200, Math.max(1, Math.trunc(Number(limit)) || 50));
  const found = await client.call('search.here', { text, limit: most });
  for (const { filter } of found.troubles) context.tell(searchTexts.troubles[filter]);
  const asked =
    here === true
      ? null
      : await client.call('search.there', { text, scopes: ['texts', 'names', 'tasks'] }).catch(toFault);
  const there = asked === null || 'kind' in asked ? [] : asked.finds;
  const known = new Set(found.finds.map(find => find.serviceId));
  if (asked !== null && 'kind' in asked) context.tell(`${searchTexts.failed} ${faultLine(asked)}`);
  return { found, finds: [...found.finds, ...there.filter(find => !known.has(find.serviceId))] };
}

/** `in:Plate 7` becomes `in:"Plate 7"`, `Plate 7` becomes `"Plate 7"`. */
function quoted(word: string): string {
  return word.replace(
    /^((?:type|tag|before|after|in):)?([\s\S]*)$/i,
    (_, filter: string | undefined, rest: string) => `${filter ?? ''}"${rest}"`,
  );
}

function findShape(find: SearchFind): object {
  const { place, snippet } = find;
  return {
    ...find,
    mirror: place !== null && 'mirror' in place.at ? place.at.mirror : null,
    folder: place?.path ?? null,
    snippet: textOf(snippet),
  };
}

function textOf(snippet: SearchFind['snippet']): string | null {
  return snippet === null ? null : snippet.map(part => part.text).join('');
}

function findLine({ kind, name, place, serviceId, by, snippet }: SearchFind): string {
  const isInBase = place !== null && !('library' in place.at);
  const where =
    place === null ? (kind === 'task' ? '' : searchTexts.notHere) : isInBase ? pathOf(place.path, name) : place.path;
  const why = searchTexts.why[by];
  return [name + (kind === 'folder' ? '/' : ''), where, why, textOf(snippet), isInBase ? null : serviceId]
    .filter(part => part !== null && part !== '')
    .join('  ·  ');
}

/** As every command takes it: names from the top of the knowledge base, a `/` in one of them as `\\/`. */
function pathOf(place: string, name: string): string {
  return [...place.split(' / ').filter(part => part !== ''), name].map(part => part.replaceAll('/', '\\/')).join('/');
}
