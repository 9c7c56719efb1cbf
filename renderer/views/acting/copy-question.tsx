import type { FileRow } from '../../../shared/model/file-row.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { copyTexts as texts } from '../../../shared/text/library.ts';
import { copyInto } from '../../stores/library.ts';
import { IntoQuestion } from './into-question.tsx';

/** Asks for the folder that files are copied into at the service. */
export function CopyQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const title = texts.title(questionTexts.names(rows.map(({ name }) => name)));
  const { hint, label, yes } = texts;
  return <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, name) => copyInto(rows, to, name)} />;
}
