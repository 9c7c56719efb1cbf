import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { ago } from '../../lab/lab.ts';

/** A file that replies name. */
export const TABLE_FILE = '4d028b64-a53a-4cf7-b826-45609ab09160';

/** A file of a task. */
export function attachment(id: string, name: string, source = 'agent'): ChatAttachment {
  return {
    id,
    file: TABLE_FILE,
    name,
    contentType: 'text/csv',
    sizeBytes: 4210,
    source,
    sourceFile: null,
    sourceVersion: null,
    createdAt: ago(16 * MINUTE),
  };
}

/** A reply with everything that replies have. */
export const REPLY = `## Wells above the limit

I read [plate7.csv](file:${TABLE_FILE}). **Three wells** are above 0.8, by the rule of your [protocol](https://example.org/elisa):

| Well | OD 450 | SD |
|------|-------:|---:|
| B4   |   0.91 | 0.02 |
| C4   |   0.88 | 0.03 |
| H12  |   1.42 | 0.11 |

H12 stands at the edge, so its value may be an effect of evaporation. The fit was $y = \\frac{a - d}{1 + (x/c)^b} + d$.

\`\`\`python
limit = 0.8
above = [well for well, od in plate if od > limit]
\`\`\`

![The curve](https://pictures.example.org/curve.png)
`;

/** What an attacker might write to harm a reader. */
export const HOSTILE = `<script>alert(1)</script> <iframe src="https://evil.example"></iframe>

[your bank: https://bank.example](https://bank.example@evil.example/login) · [run](javascript:alert(1)) · [file](file:///etc/passwd) · [x](data:text/html,hi)

![](https://evil.example/pixel.gif) ![inside](data:image/svg+xml;base64,PHN2Zz4=)

$\\href{javascript:alert(1)}{x}$

| a |${' b |'.repeat(40)}
|---|${'---|'.repeat(40)}
| 1 |${' 2 |'.repeat(40)}
`;

/** So deep that nothing lays it out. */
export const UNREADABLE = `${'> '.repeat(8000)}deep`;

/** A reply of many pages. */
export const LONG = Array.from(
  { length: 60 },
  (_, at) =>
    `### Step ${at + 1}\n\n${'Take the plate out, wait until it is at room temperature, and read it again. '.repeat(6)}`,
).join('\n\n');
