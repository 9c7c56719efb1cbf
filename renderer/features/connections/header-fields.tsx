import { Trash2 } from 'lucide-react';

import type { ConnectionInfo } from '../../../shared/features/connections/model.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import styles from './connections.module.css';

const words = connectionsWords.form;

/** A header as it is typed. `key` tells lines apart that look the same. */
export interface HeaderLine {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** The headers of these lines; one without a name is none. */
export function headersIn(lines: readonly HeaderLine[]): Record<string, string> {
  return Object.fromEntries(
    lines.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  );
}

/** Headers of a connection: those that are kept by name alone, and new ones. `lines` null: they stay as they are. */
export function HeaderFields(props: {
  readonly old: ConnectionInfo | null;
  readonly lines: readonly HeaderLine[] | null;
  readonly onChange: (lines: readonly HeaderLine[] | null) => void;
}) {
  const { old, lines, onChange } = props;
  const names = old?.headers ?? [];
  const begin = () => onChange((names.length === 0 ? [''] : names).map((name, key) => ({ key, name, value: '' })));
  return (
    <fieldset className={styles['headers']}>
      <legend>{words.headers}</legend>
      <p className={styles['soft']}>{words.headersAbout}</p>
      {lines === null ? (
        <>
          {names.length === 0 ? null : <p>{words.headersKept(names.map(shownName))}</p>}
          <div>
            <Button onPress={begin}>{names.length === 0 ? words.addHeader : words.replace}</Button>
          </div>
        </>
      ) : (
        <>
          {names.length === 0 ? null : <p>{words.replacing}</p>}
          <Lines lines={lines} onChange={onChange} />
          {old === null || names.length === 0 ? null : (
            <div>
              <Button look="quiet" onPress={() => onChange(null)}>
                {words.keep}
              </Button>
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

function Lines(props: {
  readonly lines: readonly HeaderLine[];
  readonly onChange: (lines: readonly HeaderLine[]) => void;
}) {
  const { lines, onChange } = props;
  const set = (key: number, change: Partial<HeaderLine>) =>
    onChange(lines.map(line => (line.key === key ? { ...line, ...change } : line)));
  const next = lines.reduce((most, { key }) => Math.max(most, key), -1) + 1;
  return (
    <>
      {lines.map(({ key, name, value }, at) => (
        <div className={styles['header']} key={key}>
          <TextField
            label={words.headerName(at + 1)}
            value={name}
            onChange={text => set(key, { name: text })}
            maxLength={200}
          />
          <TextField
            label={words.headerValue(at + 1)}
            kind="secret"
            value={value}
            onChange={text => set(key, { value: text })}
            maxLength={8000}
          />
          <Button
            look="icon"
            label={words.dropHeader(at + 1)}
            onPress={() => onChange(lines.filter(line => line.key !== key))}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div>
        <Button onPress={() => onChange([...lines, { key: next, name: '', value: '' }])}>{words.addHeader}</Button>
      </div>
    </>
  );
}
