import { systemExchange } from '../../../../main/node/disk/write/atomic-exchange.ts';

// Runs in a process of its own: lets two names exchange what they lead to, until its input ends.

const exchange = await systemExchange();
if (exchange === null) throw new Error('This system cannot exchange names');
const [one = '', other = ''] = process.argv.slice(2);
let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();
process.stdout.write('begins\n');

const turn = (): void => {
  // An even number leaves things as they were found.
  for (let count = 0; count < 200; count += 1) exchange(one, other);
  if (!isOver) setImmediate(turn);
};
turn();
