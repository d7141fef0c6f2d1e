import { createRoot } from 'react-dom/client'
import { warmTransport } from './api/transport.ts'
import { App, warmFirst } from './app.tsx'
import { keepSession } from './data/session.ts'
import { keepPreferences } from './state/preferences.ts'

keepPreferences()
warmTransport()
keepSession()

const root = document.getElementById('root')
if (root) void warmFirst().then(() => createRoot(root).render(<App />))
