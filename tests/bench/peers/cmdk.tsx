import { Command } from 'cmdk'
import { createRoot } from 'react-dom/client'
import { titles } from '../titles.ts'

/** cmdk as its documentation shows it: every item rendered, its own filter. */
function Plain() {
  return (
    <Command>
      <Command.Input autoFocus />
      <Command.List>
        {titles.map((t) => (
          <Command.Item key={t.id} value={t.id} keywords={[t.title, t.alias, t.pinyin[0] ?? '']}>
            {t.title}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
createRoot(document.getElementById('root') as HTMLElement).render(<Plain />)
requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute('data-ready', '1')))
