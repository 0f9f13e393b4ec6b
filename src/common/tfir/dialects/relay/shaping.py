"""shaping"""
