import './phone.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { languageNow } from './words.ts'

document.documentElement.lang = languageNow() === 'zh' ? 'zh-CN' : 'en'
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
