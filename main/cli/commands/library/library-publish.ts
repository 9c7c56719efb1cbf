import { z } from 'zod';

import type { Output } from '../../../../shared/contract.ts';
import { libraryCalls } from '../../../../shared/features/library/contract.ts';
import { copyTexts, libraryCommandTexts as texts, publishTexts } from '../../../../shared/features/library/text.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { idsOf } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type OptionRow, type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { publicLeft } from '../files/get-command.ts';
import { folderAt } from './library-manage.ts';

interface Wanted {
  readonly path: readonly string[];
  readonly in?: string;
  readonly visibility: string;
  readonly yes?: true;
}

type Published = Output<'library.publish'>;
/** Null: it was only said what would happen. */
type Outcome = { readonly made: Published | null; readonly said: string };

/** Finds files of the library. */
type Finder = (client: EngineClient, paths: readonly string[]) => Promise<string[]>;

const published = z.object({ done: z.array(z.object({ id: z.string(), name: z.string() })), left: publicLeft });
const readers = publicFields(libraryCalls['library.readers'].output, 'organization people');
const NOTHING: Published = { done: [], left: [] };

/** What both do with their outcome. */
const ended = {
  shape: ({ made, ...more }: Outcome) => ({ ...more, ...(made ?? NOTHING) }),
  tell: ({ made, said }: Outcome) => [said, ...(made ?? NOTHING).left.map(copyTexts.left)],
  exit: ({ made }: Outcome) => (made === null || made.left.length > 0 ? EXIT.attention : EXIT.ok),
};

/** Putting files into the library and taking them out. @param find finds files of the library. */
export function publishRows(find: Finder): readonly Row[] {
  return [
    row('library publish <path...>', {
      help: texts.publish,
      arguments: [texts.publishWhat],
      options: [...optionsWith('library'), ['--json', 'print one JSON object'], ['--in <folder>', texts.publishIn]],
      json: z.object({ readers }).extend(published.shape),
      run: publish,
      ...ended,
    }),
    row('library withdraw <path...>', {
      help: texts.withdraw,
      arguments: [texts.file],
      options: optionsWith('private'),
      json: published,
      run: async ({ client }, { path, yes, visibility }: Wanted) => {
        const ids = await find(client, path);
        if (yes === undefined) return { made: null, said: publishTexts.withdrawBody };
        const made = await client.call('library.withdraw', { ids, visibility });
        return { made, said: publishTexts.withdrawn(made.done.length) };
      },
      ...ended,
    }),
  ];
}

function optionsWith(word: string): readonly OptionRow[] {
  return [
    ['--visibility <word>', texts.visibility, word],
    ['--yes', texts.yes],
  ];
}

async function publish({ client, context }: Asking, { path, yes, in: folder, visibility }: Wanted) {
  const ids = await idsOf(client, context, path);
  const known = await client.call('library.readers', null);
  if (yes === undefined)
    return { readers: known, made: null, said: publishTexts.readers(known.organization, known.people) };
  const into = folder === undefined ? null : (await folderAt(client, folder)).id;
  const made = await client.call('library.publish', { ids, folder: into, visibility });
  return { readers: known, made, said: publishTexts.done(made.done.length) };
}
