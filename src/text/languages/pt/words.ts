/** What Portuguese says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "vírgula",
      ".": "ponto/ponto final",
      "?": "ponto de interrogação/sinal de interrogação",
      "!": "ponto de exclamação/sinal de exclamação",
      ":": "dois pontos",
      ";": "ponto e vírgula",
      "…": "reticências",
      "(": "abrir parênteses/abre parênteses/abrir parêntesis/abre parêntesis/abrir parêntese",
      ")": "fechar parênteses/fecha parênteses/fechar parêntesis/fecha parêntesis/fechar parêntese",
      "[": "abrir colchetes/abre colchetes/abre parênteses retos",
      "]": "fechar colchetes/fecha colchetes/fecha parênteses retos",
      "-": "hífen",
      " –": "travessão",
      "/": "barra",
      "\n": "nova linha/quebra de linha/linha nova",
      "\n\n": "novo parágrafo/ponto parágrafo/parágrafo novo",
      "\n- ": "marcador/novo marcador/novo tópico",
    },
    quotes: {
      open: "“",
      close: "”",
      opening: "abrir aspas/abre aspas",
      closing: "fechar aspas/fecha aspas",
    },
    literalAfter: list(
      "o a os as um uma uns umas do da no na ao à este esta esse essa cada seu sua meu minha que qual em de nenhum nenhuma certo bom melhor último primeiro outro",
    ),
    literalBefore: list("de do da"),
    literalBeforeOf: { vírgula: [] },
    literalBehind:
      /(?:^| )(?:os|as|um|uma|este|esta|esse|essa|neste|nesta|nesse|nessa|deste|desse|do|no|ao|cada|nenhum|nenhuma)$/u,
  }),
  fillers: list("hum hmm ahm éh ããh ahn hã"),
  stutters: list("eu ele ela o a os as um uma de do da e ou em no na com por para que meu minha"),
  corrections: ["não espera", "não desculpa", "desculpa", "correção"],
  ordinaryCorrections: ["quer dizer", "quero dizer", "ou melhor", "aliás", "digo"],
  erasures: ["apaga isso", "apague isso", "esquece isso"],
  literalCommandAfter: list("não nunca e ou que se o a um uma me te por favor"),
  capitalized: capitals(
    "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro Brasil Portugal Lisboa Angola Moçambique Europa França Alemanha Espanha Itália Londres",
  ),
  questionLeads: list("olá oi e mas então bom ok"),
  questionStarts: [
    ...list("qual quais quanto quantos quantas aonde"),
    ...pairs(list("quem onde"), list("é são foi está estão vai vem pode tem fica")),
    ...pairs(["como"], list("é são está estás estão vai vão posso podemos se faço você")),
    ...pairs(["quando"], list("é são foi vai vão começa podemos posso")),
    ...pairs(["o"], list("que quê")).map((start) => `${start} é`),
    ...pairs(list("por com de para"), list("que quem onde")),
    "será que",
    "que horas",
    "que dia",
  ],
};
