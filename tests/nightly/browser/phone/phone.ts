import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Browsers that doctors open a link in. */
export const AGENTS = {
  chrome:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  wechat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x1800312c) NetType/WIFI Language/zh_CN',
} as const

/** A finger, and the least letters that are read without glasses, px. */
const [FINGER, SMALLEST, WIDTH] = [44, 12, 390]

/** Elements too small for a finger or an eye, or wider than the phone. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([finger, smallest]) => {
      const said = (el: Element) =>
        `${el.tagName.toLowerCase()} ${(el.textContent || el.getAttribute('aria-label') || '').trim().slice(0, 30)}`
      const seen = (el: Element) => el.getClientRects().length > 0 && getComputedStyle(el).visibility !== 'hidden'
      const found: string[] = []
      for (const el of document.querySelectorAll('a, button, input, select, textarea')) {
        // controls inside a label are pressed by the label
        const pressed = el.closest('label') ?? el
        const { width, height } = pressed.getBoundingClientRect()
        if (seen(pressed) && (width < finger || height < finger))
          found.push(`${said(pressed)}: ${Math.round(width)} × ${Math.round(height)}`)
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { parentElement: of } = node
        if (!of || !node.textContent?.trim() || !seen(of)) continue
        const size = Number.parseFloat(getComputedStyle(of).fontSize)
        if (size < smallest) found.push(`${said(of)}: ${size} px`)
      }
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
      return found
    },
    [FINGER, SMALLEST] as const,
  )

/** A doctor's phone: pages are opened, tapped and typed into, and each fits. */
export class Phone {
  readonly context: BrowserContext
  readonly page: Page
  private readonly picture: (page: Page, name: string) => Promise<void>

  constructor(context: BrowserContext, page: Page, picture: (page: Page, name: string) => Promise<void>) {
    this.context = context
    this.page = page
    this.picture = picture
  }

  /** How a context of it is opened. */
  static options(agent: keyof typeof AGENTS) {
    return {
      viewport: { width: WIDTH, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      userAgent: AGENTS[agent],
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    }
  }

  /** Opens a link, and waits for what it shows. */
  async open(link: string, title: string): Promise<void> {
    await this.page.goto(link)
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  async tap(words: string | RegExp): Promise<void> {
    await this.page.locator('button, a, label', { hasText: words }).first().tap()
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByLabel(label)
    await field.tap()
    await field.fill(text)
  }

  async sees(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).first().waitFor()
  }

  /** The page fits a phone, a finger and an eye. */
  async fits(name: string): Promise<void> {
    await this.picture(this.page, name)
    expect(await misfits(this.page), name).toEqual([])
  }

  /** Says who bears the link. */
  async identify(idCardNumber: string): Promise<void> {
    await this.sees('核对身份')
    await this.fits('identity')
    await this.type(/身份证号后六位/, idCardNumber.slice(-6))
    await this.tap('下一步')
  }
}
