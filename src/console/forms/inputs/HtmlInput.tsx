import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { InputProps } from '../base/input.ts'
import { HtmlBox } from './html.styles.ts'
import '../base/words.ts'

/**
 * Rich text: what the server keeps is what this offers, and nothing else survives (server/database/kinds/html.ts). Keys
 * are those of the editor: Ctrl+B, Ctrl+I, `# `, `- `, `1. `, `> `.
 */
export function HtmlInput(p: InputProps) {
  const { t } = useWords()
  const emitted = useRef(p.value)
  const say = useRef(p.onChange)
  say.current = p.onChange
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' },
      }),
    ],
    content: p.value,
    editable: p.locked === '',
    editorProps: {
      attributes: {
        id: p.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${p.id}-label`,
        ...(p.describedBy ? { 'aria-describedby': p.describedBy } : {}),
        ...(p.first ? { 'data-autofocus': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: now }) => {
      emitted.current = now.isEmpty ? '' : now.getHTML()
      say.current(emitted.current)
    },
    onBlur: () => p.onLeave?.(),
  })
  useEffect(() => {
    if (editor && p.value !== emitted.current) {
      emitted.current = p.value
      editor.commands.setContent(p.value, { emitUpdate: false })
    }
  }, [editor, p.value])
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
    }),
  })
  const tools = [
    ['bold', 'B', () => editor.chain().focus().toggleBold().run()],
    ['italic', 'I', () => editor.chain().focus().toggleItalic().run()],
    ['heading', 'H', () => editor.chain().focus().toggleHeading({ level: 2 }).run()],
    ['bullets', '•', () => editor.chain().focus().toggleBulletList().run()],
    ['numbers', '1.', () => editor.chain().focus().toggleOrderedList().run()],
    ['quote', '“', () => editor.chain().focus().toggleBlockquote().run()],
  ] as const
  return (
    <HtmlBox data-invalid={p.invalid} data-off={p.locked !== ''}>
      {p.locked === '' && (
        <div role="toolbar" aria-label={t('forms.richTools')}>
          {tools.map(([name, sign, run]) => (
            <Button
              key={name}
              $tone="quiet"
              data-tool={name}
              tabIndex={-1}
              aria-label={t(`forms.rich.${name}`)}
              title={t(`forms.rich.${name}`)}
              aria-pressed={on[name]}
              onMouseDown={(e) => e.preventDefault()}
              onClick={run}
            >
              {sign}
            </Button>
          ))}
        </div>
      )}
      <EditorContent editor={editor} />
    </HtmlBox>
  )
}
