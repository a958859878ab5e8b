"""The rules of accessibility themselves: each finds its fault on a page that is made to have it."""

from web_phone import PAGE

SOUND = """<!doctype html><html lang=en><head><title>A page</title><style>
  body { background: #fff; color: #111; } :focus-visible { outline: 3px solid #036; }
  button, a { display: inline-block; min-width: 48px; min-height: 48px; font-size: 16px; }
</style></head><body><main><h1>A page</h1><p role=alert></p>FAULT</main></body></html>"""
FAULTS = {
    "<p class=faint>faint</p><style>.faint { color: #bbb; }</style>": "contrast",
    "<button></button>": "no name",
    "<section>words</section>": "a part without a name",
    "<svg width=20 height=20></svg>": "an image without a word",
    "<p id=a>one</p><p id=a>two</p>": "two elements with the id a",
    "<button aria-controls=nothing>Open</button>": "aria-controls names no element",
    "<h3>deep</h3>": "a level of headings is left out",
    "<li>item</li>": "a list item outside a list",
    "<p style='margin: 0'>styled</p>": "a style in the markup",
    "<div aria-hidden=true><button>Press</button></div>": "what can be pressed is hidden",
    "<button class=small>i</button>"
    "<style>.small { min-width: 0; min-height: 0; padding: 0; width: 9px; height: 9px; }</style>": "9 × 9",
    "<button class=plain>Go</button><style>.plain:focus-visible { outline: none; }</style>": "the focus does not show",
    "<p role=button>Press</p>": "an unknown role button",
    "<button role=tab aria-selected=true>One</button>": "a tab outside a list of tabs",
    "<div role=tablist aria-label=Parts><button role=tab aria-selected=false>One</button></div>": "0 chosen tabs",
    "<button aria-pressed=yes>Mute</button>": "aria-pressed is “yes”",
    "<p aria-pressed=true>pressed</p>": "aria-pressed has no meaning there",
    "<button tabindex=3>Go</button>": "a tabindex above 0",
    "<button>Outer <a href=x>inner</a></button>": "a control in a control",
    "<div class=turned><button>One</button><button>Two</button></div>"
    "<style>.turned { display: flex; flex-direction: row-reverse; }</style>": "comes after one below or right of it",
    "<div class=turned><button>One</button><button>Two</button></div>"
    "<style>.turned { display: flex; flex-direction: column-reverse; }</style>": "comes after one below or right of it",
    "<input aria-label=Name placeholder=Name><style>::placeholder { color: #ccc; }</style>": "contrast of the placeholder",
    "<div role=tablist aria-label=Parts><button role=tab>One</button></div>": "a tab says not whether it is chosen",
    "<p class=wide>wide</p><style>.wide { width: 3000px; }</style>": "the page is 3",
    "<p class=cut>some words</p><style>.cut { width: 20px; overflow: hidden; white-space: nowrap; }</style>":
        "a text is cut off",
    "<button class=pale>Go</button><style>.pale:focus-visible { outline: 3px solid #eee; }</style>":
        "the focus shows with contrast",
    "<i role=img class=box></i><style>.box { display: block; width: 20px; height: 20px; }</style>":
        "an image without a word: i.box",
}
LACKS = {
    " lang=en": "the page says no language", "<title>A page</title>": "the page has no title", "<main>": "no main",
    "<h1>A page</h1>": "0 headings of the first level", "<p role=alert></p>": "nothing is told at once"}
"""What a page must have, and the finding without it."""


def test_each_rule_finds_its_fault_and_a_page_without_faults_has_no_finding(chromium):
    async def scenario():
        context = await chromium.context()
        page = await context.new_page()
        found = {}
        sources = {fault: SOUND.replace("FAULT", fault) for fault in ["", *FAULTS]}
        sources |= {part: SOUND.replace("FAULT", "").replace(part, "") for part in LACKS}
        for fault, source in sources.items():
            await page.set_content(source)
            await page.add_script_tag(path=PAGE / "accessibility.js")
            found[fault] = await page.evaluate("testFindings()")
        await context.close()
        return found

    found = chromium.run(scenario())
    assert found[""] == []
    wanted = FAULTS | LACKS
    missed = {fault: found[fault] for fault, words in wanted.items() if not any(words in one for one in found[fault])}
    assert missed == {}
