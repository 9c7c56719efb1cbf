import { expect, test } from 'vitest';

import { ownValue } from '../../shared/own-value.ts';
import { unescaped } from '../../shared/preview/office/xml-scan.ts';
import { settingText } from '../../shared/features/settings/settings-table.ts';
import { oversightTexts } from '../../shared/features/organization/oversight-text.ts';
import { kindWords } from '../../shared/features/preview/pane-text.ts';

test.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
  'the name %s, which every object has, is no entry of a table',
  name => {
    expect(ownValue({ known: 1 }, name)).toBeUndefined();
    expect(kindWords(`a.${name}`)).toBe(`${name.toUpperCase()} file`);
    expect(unescaped(`&${name};`)).toBe(`&${name};`);
    expect(settingText('onBattery', name)).toBe(name);
    expect(oversightTexts.policyIs(name)).toBe(`${name}, a rule from the service.`);
  },
);
