import { act, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords } from '../../../src/console/i18n/index.ts'
import { HeaderTools } from '../../../src/console/shell/HeaderTools.tsx'
import { HEADER_CONTROLS } from '../../../src/console/shell/headerControls.ts'
import { errors } from '../../../src/console/state/errors.ts'

beforeAll(() => loadWords())

describe('controls of the top bar', () => {
  const names = () => screen.getAllByRole('button').map((b) => b.getAttribute('aria-label'))

  it('each stands there unless it is hidden, the error log with its number once there are errors', async () => {
    errors.list = []
    const { rerender } = render(<HeaderTools shows={() => true} />)
    expect(names().filter((name) => !name?.includes('全屏'))).toEqual([
      '收件箱',
      '切换到英文',
      '主题色',
      '主题',
      '锁屏',
      '用户菜单 ',
    ])
    const error = { type: 'render', message: 'm', stack: '', info: '', url: '', time: '' }
    await act(async () => {
      errors.list = Array.from({ length: 120 }, () => error)
    })
    expect(screen.getByRole('button', { name: '错误日志 99' }).textContent).toBe('99')
    for (const hidden of HEADER_CONTROLS) {
      rerender(<HeaderTools shows={(control) => control === hidden} />)
      expect(screen.queryAllByRole('button').length, hidden).toBeLessThanOrEqual(1)
    }
    rerender(<HeaderTools shows={() => false} />)
    expect(screen.queryAllByRole('button')).toEqual([])
    errors.list = []
  })
})
