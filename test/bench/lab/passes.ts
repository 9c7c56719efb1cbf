import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import type { PreparedLab } from './prepared-lab.ts';
import { ourScript } from './computers.ts';
import { passAnswer } from './pass-answer.ts';
import type { PassAnswer } from './pass-answer.ts';

/** An engine in a process of its own that makes one pass after the other, when it is asked to. */
export interface Passes {
  /** @param there whether it looks at everything at the service, too. */
  pass(there: 'none' | 'everything'): Promise<PassAnswer>;
  end(): Promise<void>;
}

/** Starts it on the records of a lab. The caller must call `end`. */
export function startPasses(lab: PreparedLab): Passes {
  const { program, args, folder } = ourScript('test/bench/lab/local-pass.ts', '--data', lab.data, '--asked');
  const child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pass: async there => {
      child.stdin.write(`${there}\n`);
      return passAnswer(String((await lines.next()).value));
    },
    end: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}
