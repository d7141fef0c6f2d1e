import { createRoot } from 'react-dom/client'
import { warmTransport } from './api/transport.ts'
import { App } from './app.tsx'
import { keepSession } from './state/session.ts'
import { keepUi } from './state/ui.ts'

keepUi()
warmTransport()
keepSession()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
