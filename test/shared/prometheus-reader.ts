import type { Figure } from '../../shared/features/monitoring/model.ts';

/** Reads the text format of Prometheus 0.0.4, as far as we write it. @throws Error naming the first line that is none. */
export function figuresIn(text: string): readonly Figure[] {
  const figures = new Map<string, Figure>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || /^# TYPE [a-z_]+ gauge$/.test(line)) continue;
    const [, named, help] = /^# HELP ([a-z_]+) (.*)$/.exec(line) ?? [];
    if (named !== undefined) figures.set(named, { name: named, help: unescaped(help ?? ''), samples: [] });
    else {
      const [, name = '', labels = '', value = ''] =
        /^([a-z_]+)(?:\{(.*)\})? (-?[\d.e+]+|NaN|[+-]Inf)$/.exec(line) ?? [];
      const figure = figures.get(name);
      if (figure === undefined) throw new Error(`line ${at + 1} is none of a figure that was announced: ${line}`);
      figure.samples.push({ labels: labelsIn(labels, at), value: Number(value) });
    }
  }
  return [...figures.values()];
}

function labelsIn(text: string, at: number): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  if (pairs.map(([whole]) => whole).join('') !== text)
    throw new Error(`line ${at + 1} has labels that are none: ${text}`);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
