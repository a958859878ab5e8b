// Calls for a web page or a hybrid app. Documentation/Web.md begins with ten lines that call.

export { ExchangeError } from "./api/error.js";
export { createExchange } from "./api/exchange.js";
export { createNews } from "./news/news.js";
export {
  capacitorBridge, choosePhone, createNativePhone, createWebPhone, missingFeatures,
} from "./providers/choose.js";
export { select } from "./store/store.js";
