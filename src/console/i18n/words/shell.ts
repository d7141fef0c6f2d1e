export default {
  zh: {},
  en: {},
}
