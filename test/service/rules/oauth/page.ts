/** A person as the page offers him or her. */
export interface Choice {
  /** What the form sends. */
  readonly value: string;
  readonly label: string;
}

export interface AuthorizePage {
  readonly visitId: string;
  readonly applicationName: string;
  readonly redirectUri: string;
  readonly choices: readonly Choice[];
  /** What to say on top, such as that a code was wrong; null for nothing. */
  readonly note: string | null;
  /** Filled in again. */
  readonly email: string;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; color: #1c2430; background: #fff; }
h1 { font-size: 1.4rem; } fieldset { border: 1px solid #b9c2cf; border-radius: 6px; margin: 1rem 0; padding: .75rem 1rem; }
legend { font-weight: 600; padding: 0 .4rem; } label { display: block; margin: .35rem 0; }
input[type=email], input[type=text] { font: inherit; width: 100%; box-sizing: border-box; padding: .35rem; }
button { font: inherit; padding: .45rem 1.2rem; margin-right: .6rem; } [role=alert] { border-left: 4px solid #a3350f; padding-left: .75rem; }`;

/** The page on which a person lets an application in, or does not. Works without scripts. */
export function authorizePage(page: AuthorizePage): string {
  const people = page.choices.map(
    ({ value, label }) =>
      `<label><input type="radio" name="person" value="${escaped(value)}"> ${escaped(label)}</label>`,
  );
  return document(`Let ${page.applicationName} in?`, [
    page.note === null ? '' : `<p role="alert">${escaped(page.note)}</p>`,
    `<p><strong>${escaped(page.applicationName)}</strong> wants to read and change what you can read and change here:
      files, folders, tasks, searches. It returns to <code>${escaped(page.redirectUri)}</code>.</p>`,
    '<form method="post" action="/oauth/authorize">',
    `<input type="hidden" name="visit" value="${escaped(page.visitId)}">`,
    `<fieldset><legend>Who are you?</legend>${people.join('\n')}</fieldset>`,
    '<fieldset><legend>Or sign in with a code</legend>',
    `<label>Address <input type="email" name="email" autocomplete="email" value="${escaped(page.email)}"></label>`,
    '<button name="decision" value="send-code">Send me a code</button>',
    '<label>Code <input type="text" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></label>',
    '<p>This service sends no mail: the code is in its <a href="/outbox" target="_blank" rel="noopener">outbox</a>.</p></fieldset>',
    '<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>',
  ]);
}

/** The page for a request that leads nowhere. */
export function problemPage(problem: string): string {
  return document('This did not work', [`<p>${escaped(problem)}</p>`]);
}

function document(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${parts.filter(part => part !== '').join('\n')}
<p><small>This is the local service on this computer. Its people are invented and need no password.</small></p>
</main></body></html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
