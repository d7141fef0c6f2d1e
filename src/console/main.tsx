import { createRoot } from 'react-dom/client'
import { warmTransport } from './api/transport.ts'
import { App, warmFirst } from './app.tsx'
import { reloadOnce } from './data/reload.ts'
import { keepSession, session } from './data/session.ts'
import { loadWords } from './i18n/index.ts'
import { keepPreferences } from './state/preferences.ts'
import { keepTheme } from './theme/themeStyle.ts'

keepPreferences()
keepTheme()
keepSession()
// the sign-in page asks nothing before its form is shown
if (session.userId) warmTransport()

/** ms until words that did not come are asked for again. */
const RETRY_DELAY_MS = 1_000

/** Nothing can be said without words, not even that they are missing: asked for until they come. */
async function words(): Promise<void> {
  try {
    await loadWords()
  } catch {
    // An upgraded server has them under another name, which a new page knows.
    reloadOnce()
    await new Promise((done) => setTimeout(done, RETRY_DELAY_MS))
    await words()
  }
}

const root = document.getElementById('root')
if (root) void Promise.all([words(), warmFirst()]).then(() => createRoot(root).render(<App />))
