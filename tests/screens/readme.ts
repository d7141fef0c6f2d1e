import { checked, looks } from './checked.ts'
import type { Shown } from './shown.ts'

/** docs/screens/README.md: one line a screen, with its pictures, and what it was looked at for. */
export const readme = (kept: readonly Shown[]): string => `# Screens

Taken by \`npm run screens -- URL\` of a server on demo data; \`tests/screens/shown.ts\` lists what is taken. Each in Chinese and English, on a desk (1440 px) and
on a telephone (390 px).

| screen | 中文 | English |
| --- | --- | --- |
${kept
  .map(({ name, says, path }) => {
    const of = (language: string) => `[1440](${name}.${language}.1440.png) [390](${name}.${language}.390.png)`
    return `| ${says} \`${path}\` | ${of('zh')} | ${of('en')} |\n`
  })
  .join('')}
## Looked at

Besides the pictures. Loading, errors and what is disabled are drawn by components that all screens share: mended there, mended everywhere.
\`seen\`: as it should be; \`mended\`: it was not; \`none\`: there is nothing of the kind.

| screen | ${looks.join(' | ')} |
| --- |${' --- |'.repeat(looks.length)}
${checked.map(({ name, found }) => `| ${kept.find((k) => k.name === name)?.says ?? name} | ${found.join(' | ')} |\n`).join('')}`
