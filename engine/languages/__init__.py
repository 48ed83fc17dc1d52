"""The languages that the program speaks: catalogues, the current one, and formats of numbers.

English stands in the code. A text in it is handed to ``tr`` where it is made; what it says in
another language stands in ``assets/languages/<code>/*.po``, which ``scripts/languages.py`` keeps.
"""
