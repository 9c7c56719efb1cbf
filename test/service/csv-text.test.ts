import { expect, test } from 'vitest';

import { csvLine } from './csv-text.ts';

test.each([
  [['a', 1, true, null], 'a,1,true,'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['=1+1', '+dox', '-KO', '@x', '\tx'], "'=1+1,'+dox,'-KO,'@x,'\tx"],
  [[-1.5, 1e-7, 'a-b', ''], '-1.5,1e-7,a-b,'],
  [['=A1,B1'], `"'=A1,B1"`],
])('the cells %j become the line %j', (cells, line) => expect(csvLine(cells)).toBe(`${line}\r\n`));
