import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../../shared/features/edit/text.ts';
import { copyTexts as texts } from '../../../../shared/features/library/text.ts';
import { copyInto } from '../../library/stores/library.ts';
import { IntoQuestion } from '../into-question.tsx';

/** Asks for the folder that files are copied into at the service. */
export function CopyQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const title = texts.title(questionTexts.names(rows.map(({ name }) => name)));
  const { hint, label, yes } = texts;
  return <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, name) => copyInto(rows, to, name)} />;
}
