import { readVersions } from '../../../../shared/diff/read-versions.ts';
import { pdfLines } from '../../../../shared/preview/pdf/pdf-lines.ts';
import { answerComparing, type ComparingQuestion } from './comparing-answers.ts';
import { readComparable } from './comparable-formats.ts';
import { PlanesToCompare } from './planes-to-compare.ts';

/** As much of a worker's own scope as is used. Its types are not those of a page. */
interface WorkerScope {
  addEventListener(name: 'message', listener: (event: { readonly data: ComparingQuestion }) => void): void;
  postMessage(answer: unknown): void;
}

const scope = globalThis as unknown as WorkerScope;
const compare = answerComparing();
let planes: PlanesToCompare | null = null;

async function answer(question: ComparingQuestion): Promise<unknown> {
  const { number } = question;
  if (question.ask === 'plane') return { number, planes: await planes?.pictures(question.at) };
  if (question.ask !== 'compare') return compare(question);
  const { versions } = question;
  const read = await readVersions(versions, { pdf: pdfLines, sections: readComparable });
  planes = read.is === 'stacks' ? new PlanesToCompare(versions) : null;
  return compare({ ...question, read });
}

scope.addEventListener('message', ({ data }) => {
  void answer(data)
    .catch((thrown: unknown) => ({ number: data.number, broke: String(thrown) }))
    .then(told => scope.postMessage(told));
});
