import type { Figure } from './model.ts';

/** What each figure is, as monitoring shows it. */
export const figureHelp = {
  benchtop_info: 'Which Benchtop this is; always 1.',
  benchtop_state: 'What Benchtop is doing, by its word for it; 1 for the one that holds.',
  benchtop_signed_in: 'Whether this computer may use the service: 1, or 0.',
  benchtop_key_end_seconds: 'When the key stops working, where anybody knows.',
  benchtop_attention_items: 'What needs a person, by kind.',
  benchtop_alerts_open: 'Causes that people were told of and that still hold, by cause.',
  benchtop_mirror_in_step:
    'Whether nothing of a mirrored folder is left to be done, as of its last look at both sides: 1; 0 also while that is not known.',
  benchtop_mirror_files: 'Files of a mirrored folder that were the same on both sides when they were last looked at.',
  benchtop_mirror_waiting: 'Changes of a mirrored folder that wait their turn.',
  benchtop_mirror_held: 'Changes of a mirrored folder that are held back on purpose.',
  benchtop_mirror_blocked: 'Things of a mirrored folder that are stuck.',
  benchtop_mirror_conflicted: 'Files of a mirrored folder of which there are two versions.',
  benchtop_mirror_halted: 'Whether a mirrored folder stands still because something about it is missing: 1, or 0.',
  benchtop_mirror_checked_seconds: 'When both sides of a mirrored folder were last looked at.',
  benchtop_zone_state: 'What a drop zone is doing, by its word for it; 1 for the one that holds.',
  benchtop_zone_files: 'Files of a drop zone that are still in its folder or were sent from it, by state.',
  benchtop_zone_waiting_bytes: 'Bytes of a drop zone that have not arrived.',
  benchtop_zone_oldest_unconfirmed_seconds:
    'When the oldest file of a drop zone that has not arrived was last changed.',
  benchtop_zone_alerts: 'What people should hear of a drop zone.',
  benchtop_free_bytes: 'Room on the disk of the records and of each mirrored folder.',
  benchtop_made_seconds: 'When these figures were made.',
} as const;

/** What is said about monitoring. */
export const monitoringTexts = {
  about:
    'Prints how Benchtop is in the text format of Prometheus, for its collector of text files. A daemon serves the same with --metrics-port.',
  statusFileOption: 'have the running Benchtop write status.json into its data directory once a minute, or not',
  statusFile: (on: boolean) =>
    on
      ? 'The running Benchtop writes status.json into its data directory once a minute, always whole.'
      : 'No status file is written.',
  portTaken: (port: number, code: string) =>
    `The port ${port} for figures cannot be had (${code}). Choose another one with --metrics-port, or 0 for a free one.`,
} as const;

/** Figures in the text format of Prometheus, version 0.0.4. */
export function prometheusText(figures: readonly Figure[]): string {
  return figures
    .map(({ name, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${numberText(value)}`);
      return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} gauge`, ...lines].join('\n');
    })
    .map(block => `${block}\n`)
    .join('');
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
