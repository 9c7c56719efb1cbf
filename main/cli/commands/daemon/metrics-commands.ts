import { Option } from 'commander';
import { z } from 'zod';

import { figure } from '../../../../shared/features/monitoring/model.ts';
import { monitoringTexts as texts, prometheusText } from '../../../../shared/features/monitoring/text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';

const samples = z.array(publicFields(figure.shape.samples.element, 'labels value'));

/** How Benchtop is, for monitoring. */
export const metricsRows: readonly Row[] = [
  row('metrics', {
    summary: 'print how Benchtop is, for monitoring',
    help: texts.about,
    options: [new Option('--status-file <wanted>', texts.statusFileOption).choices(['on', 'off'])],
    json: listOf('figures', publicFields(figure, 'name', { samples })),
    run: metrics,
  }),
];

interface Wanted {
  readonly statusFile?: string;
  readonly json?: true;
}

async function metrics({ client, context }: Asking, { statusFile, json }: Wanted): Promise<void> {
  if (statusFile !== undefined) {
    await client.call('monitoring.set', { statusFile: statusFile === 'on' });
    return context.tell(texts.statusFile((await client.call('monitoring.settings', null)).statusFile));
  }
  const figures = await client.call('monitoring.figures', null);
  if (json) context.printJson({ figures });
  else context.place().caller.print(prometheusText(figures));
}
