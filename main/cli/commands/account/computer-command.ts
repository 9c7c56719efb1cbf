import { Argument } from 'commander';

import { kindTexts } from '../../../../shared/features/set-up/computer-text.ts';
import { computerKind, type ComputerKind, setUpState } from '../../../../shared/features/set-up/model.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';

/** What kind of computer this is. */
export const computerRows: readonly Row[] = [
  row('computer [kind]', {
    summary: 'what kind of computer this is',
    help: kindTexts.command,
    arguments: [new Argument('[kind]', 'sets it').choices(computerKind.options)],
    json: publicFields(setUpState, 'kind'),
    run: async ({ client }, { kind }: { readonly kind?: ComputerKind; readonly json?: true }) => {
      if (kind !== undefined) await client.call('setUp.setComputer', { kind });
      return client.call('setUp.computer', null);
    },
    lines: ({ kind }) => (kind === null ? [] : [kind]),
    tell: ({ kind }, { json }) => (json ? null : kind === null ? kindTexts.unknown : kindTexts.saved(kind)),
  }),
];
