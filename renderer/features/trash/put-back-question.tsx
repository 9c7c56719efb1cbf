import { storeTexts as texts } from '../../../shared/features/trash/text.ts';
import { putStoredInto } from './stores/removed-files.ts';
import { IntoQuestion } from '../edit/into-question.tsx';

/** Asks for the folder that a file of the store goes into. */
export function PutBackQuestion({ id, name }: { readonly id: string; readonly name: string }) {
  const { intoHint: hint, intoLabel: label, intoYes: yes } = texts;
  const title = texts.intoTitle(name);
  return <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, called) => putStoredInto(id, to, called)} />;
}
